using System.Net;
using System.Text;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// Takes metrics over OTLP and shows their latest values to Prometheus in its protobuf format, which has native histograms, as a collector does:
/// an exponential histogram becomes a native one. A sender's path is <c>/{job}/</c>. The installed Prometheus has no OTLP receiver of its own.
/// </summary>
internal sealed class OtlpBridge : IDisposable
{
    // https://prometheus.io/docs/specs/native_histograms: the finest schema, to which finer scales of OpenTelemetry are merged
    private const int FinestSchema = 8;
    private const double ZeroThreshold = 1e-128;

    private readonly HttpListener _listener = new();
    private readonly ConcurrentDictionary<string, (IReadOnlyList<WireMessage> Metrics, byte[] Families)> _latest = new();

    public OtlpBridge()
    {
        Address = new Uri($"http://127.0.0.1:{FreePort.Find()}/");
        _listener.Prefixes.Add(Address.ToString());
        _listener.Start();
        _ = Serve();
    }

    public Uri Address { get; }

    /// <summary>The metrics that a job has sent last.</summary>
    public IReadOnlyList<WireMessage> Of(string job) => _latest.GetValueOrDefault(job).Metrics ?? [];

    public void Dispose() => _listener.Close();

    private async Task Serve()
    {
        while (_listener.IsListening)
        {
            HttpListenerContext context;
            try
            {
                context = await _listener.GetContextAsync();
            }
            catch (Exception e) when (e is HttpListenerException or ObjectDisposedException)
            {
                return;
            }

            _ = Task.Run(() => Answer(context));
        }
    }

    private async Task Answer(HttpListenerContext context)
    {
        try
        {
            var path = context.Request.Url!.AbsolutePath.Trim('/').Split('/');
            if (context.Request.HttpMethod == "GET")
            {
                context.Response.ContentType = "application/vnd.google.protobuf; proto=io.prometheus.client.MetricFamily; encoding=delimited";
                foreach (var job in _latest.Values)
                {
                    await context.Response.OutputStream.WriteAsync(job.Families);
                }
            }
            else
            {
                using var body = new MemoryStream();
                await context.Request.InputStream.CopyToAsync(body);
                if (path[^1] == "metrics")
                {
                    IReadOnlyList<WireMessage> metrics = [.. new WireMessage(body.ToArray()).Messages(1).SelectMany(resource => resource.Messages(2))
                        .SelectMany(scope => scope.Messages(2))];
                    _latest[path[0]] = (metrics, Families(path[0], metrics));
                }

                context.Response.ContentType = "application/x-protobuf";
            }

            context.Response.Close();
        }
        catch (HttpListenerException)
        {
            // who has asked has gone
        }
    }

    private static byte[] Families(string job, IEnumerable<WireMessage> metrics)
    {
        using var all = new MemoryStream();
        var points = metrics.Where(metric => metric.Text(1).StartsWith("akka.", StringComparison.Ordinal)).SelectMany(metric => Points(job, metric));
        foreach (var family in points.GroupBy(point => (point.Name, point.Type)))
        {
            var written = new ProtobufWriter().Text(1, family.Key.Name).Number(3, (ulong)family.Key.Type);
            foreach (var point in family)
            {
                written.Message(4, point.Metric);
            }

            var bytes = written.ToArray();
            all.Write(ProtobufWriter.Varint((ulong)bytes.Length));
            all.Write(bytes);
        }

        return all.ToArray();
    }

    // field numbers: opentelemetry/proto/metrics/v1/metrics.proto, io/prometheus/client/metrics.proto
    private static IEnumerable<(string Name, int Type, ProtobufWriter Metric)> Points(string job, WireMessage metric)
    {
        var name = PrometheusNames.NameOf(metric.Text(1), metric.Text(3));
        return metric switch
        {
            _ when metric.Message(7) is { } sum && sum.Number(3) != 0 =>
                sum.Messages(1).Select(point => ($"{name}_total", 0, Labels(job, point, 7).Message(3, Value(point)))),
            _ when (metric.Message(7) ?? metric.Message(5)) is { } gauge => gauge.Messages(1).Select(point =>
                (metric.Has(5) && metric.Text(3) == "1" ? $"{name}_ratio" : name, 1, Labels(job, point, 7).Message(2, Value(point)))),
            _ when metric.Message(9) is { } histogram =>
                histogram.Messages(1).Select(point => (name, 4, Labels(job, point, 9).Message(7, WithBuckets(point)))),
            _ when metric.Message(10) is { } histogram =>
                histogram.Messages(1).Select(point => (name, 4, Labels(job, point, 1).Message(7, Native(point)))),
            _ => [],
        };
    }

    private static ProtobufWriter Labels(string job, WireMessage point, int attributes)
    {
        var metric = new ProtobufWriter();
        foreach (var (key, value) in OtlpAttributes.Read(point.Messages(attributes)).Append(new("job", job)).Append(new("instance", job)))
        {
            metric.Message(1, new ProtobufWriter().Text(1, PrometheusNames.Underscored(key)).Text(2, $"{value}"));
        }

        return metric;
    }

    private static ProtobufWriter Value(WireMessage point) =>
        new ProtobufWriter().Double(1, point.Has(6) ? (long)point.Number(6) : point.Floating(4));

    private static ProtobufWriter WithBuckets(WireMessage point)
    {
        var histogram = new ProtobufWriter().Number(1, point.Number(4)).Double(2, point.Floating(5));
        var (counts, sum) = (point.Fixed(6), 0UL);
        foreach (var (count, bound) in counts.Zip(point.Fixed(7).Select(BitConverter.UInt64BitsToDouble).Append(double.PositiveInfinity)))
        {
            histogram.Message(3, new ProtobufWriter().Number(1, sum += count).Double(2, bound));
        }

        return histogram;
    }

    // A bucket of OpenTelemetry's begins where Prometheus' ends, so its index is lower by one.
    private static ProtobufWriter Native(WireMessage point)
    {
        var (scale, positive) = (point.ZigZag(6), point.Message(8));
        var shift = Math.Max(0, scale - FinestSchema);
        var offset = positive?.ZigZag(1) ?? 0;
        var buckets = (positive?.Varints(2) ?? []).Select((count, i) => (Index: ((offset + i) >> shift) + 1, Count: count))
            .GroupBy(bucket => bucket.Index).ToDictionary(same => same.Key, same => same.Aggregate(0UL, (sum, bucket) => sum + bucket.Count));
        var histogram = new ProtobufWriter()
            .Number(1, point.Number(4)).Double(2, point.Floating(5)).ZigZag(5, scale - shift).Double(6, ZeroThreshold).Number(7, point.Number(7));
        if (buckets.Count == 0)
        {
            return histogram;
        }

        var (first, last) = (buckets.Keys.Min(), buckets.Keys.Max());
        histogram.Message(12, new ProtobufWriter().ZigZag(1, first).Number(2, (ulong)(last - first + 1)));
        var before = 0L;
        for (var i = first; i <= last; i++)
        {
            var count = (long)buckets.GetValueOrDefault(i);
            histogram.ZigZag(13, count - before);
            before = count;
        }

        return histogram;
    }
}

/// <summary>Writes a protobuf message, field by field.</summary>
internal sealed class ProtobufWriter
{
    private readonly List<byte> _bytes = [];

    public byte[] ToArray() => [.. _bytes];

    public ProtobufWriter Number(int field, ulong value) => Write(field, 0, Varint(value));

    /// <summary>With the sign in the lowest bit.</summary>
    public ProtobufWriter ZigZag(int field, long value) => Number(field, (ulong)((value << 1) ^ (value >> 63)));

    public ProtobufWriter Double(int field, double value) => Write(field, 1, BitConverter.GetBytes(value));

    public ProtobufWriter Text(int field, string value) => Bytes(field, Encoding.UTF8.GetBytes(value));

    public ProtobufWriter Message(int field, ProtobufWriter value) => Bytes(field, value.ToArray());

    public static byte[] Varint(ulong value)
    {
        var bytes = new List<byte>();
        for (; value > 0x7F; value >>= 7)
        {
            bytes.Add((byte)(value | 0x80));
        }

        bytes.Add((byte)value);
        return [.. bytes];
    }

    private ProtobufWriter Bytes(int field, byte[] value) => Write(field, 2, [.. Varint((ulong)value.Length), .. value]);

    private ProtobufWriter Write(int field, int type, byte[] value)
    {
        _bytes.AddRange(Varint(((ulong)field << 3) | (uint)type));
        _bytes.AddRange(value);
        return this;
    }
}
