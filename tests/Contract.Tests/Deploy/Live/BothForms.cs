using System.Diagnostics.Metrics;
using OpenTelemetry;
using OpenTelemetry.Exporter;
using OpenTelemetry.Metrics;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// All histograms of docs/telemetry.md in both forms at once, by OpenTelemetry's SDK and a bridge to a Prometheus with the rules of
/// <c>deploy/prometheus</c>: with buckets, and exponential, which Prometheus keeps as native. One job of each form is in trouble, one is well. Beside
/// them the sample, with the standard variable that asks for exponential histograms. Does nothing where Prometheus is not installed.
/// </summary>
public sealed class BothForms : IAsyncLifetime
{
    internal const string Buckets = "buckets";
    internal const string Native = "native";
    internal const string Sample = "sample";
    internal static readonly TimeSpan Patience = TimeSpan.FromSeconds(150);

    private readonly List<IDisposable> _started = [];
    private readonly List<Action> _records = [];

    internal PrometheusProcess Prometheus { get; private set; } = null!;

    internal OtlpBridge Bridge { get; private set; } = null!;

    /// <summary>The name of a job.</summary>
    internal static string Job(string form, bool isWell) => $"{form}-{(isWell ? "well" : "troubled")}";

    public async Task InitializeAsync()
    {
        if (PromtoolFactAttribute.Find(TroubledSamples.Program) is not { } program)
        {
            return;
        }

        Bridge = Started(new OtlpBridge());
        foreach (var form in new[] { Buckets, Native })
        {
            Emit(form, isWell: false);
            Emit(form, isWell: true);
        }

        Started(new Timer(_ => _records.ForEach(record => record()), null, TimeSpan.Zero, TimeSpan.FromMilliseconds(100)));
        var shop = BuiltProgram.Info("WebApi", "--urls=http://127.0.0.1:0");
        shop.Environment["OTEL_EXPORTER_OTLP_ENDPOINT"] = $"{Bridge.Address}{Sample}";
        shop.Environment["OTEL_EXPORTER_OTLP_PROTOCOL"] = "http/protobuf";
        shop.Environment["OTEL_EXPORTER_OTLP_METRICS_DEFAULT_HISTOGRAM_AGGREGATION"] = "base2_exponential_bucket_histogram";
        shop.Environment["OTEL_METRIC_EXPORT_INTERVAL"] = "1000";
        Started(ProgramUnderTest.Start(shop));
        Prometheus = Started(new PrometheusProcess(program, [("bridge", [Bridge.Address.Authority])], "native-histograms"));
        await Eventually.True(Prometheus.IsReady, Patience);
    }

    public Task DisposeAsync()
    {
        _started.Reverse();
        _started.ForEach(started => started.Dispose());
        return Task.CompletedTask;
    }

    private void Emit(string form, bool isWell)
    {
        var job = Job(form, isWell);
        var meter = Started(new Meter(job));
        var provider = Sdk.CreateMeterProviderBuilder().AddMeter(job);
        if (form == Native)
        {
            provider.AddView(_ => new Base2ExponentialBucketHistogramConfiguration());
        }

        foreach (var row in MetricsTable.Rows.Where(row => row.Instrument == "Histogram"))
        {
            var histogram = meter.CreateHistogram(
                row.Name, row.Unit, advice: new InstrumentAdvice<double> { HistogramBucketBoundaries = MetricsTable.Bounds(BoundsOf(row.Unit)) });
            var failed = !isWell && row.DependsOnFailure;
            var tags = row.Attributes(failed).Select(name => new KeyValuePair<string, object?>(name, "one")).ToArray();
            _records.Add(() => histogram.Record(row.Unit == "s" ? isWell ? 0.001 : 5 : 50, tags));
        }

        Started(provider.AddReader(new PeriodicExportingMetricReader(
            new OtlpMetricExporter(new OtlpExporterOptions
            {
                Endpoint = new Uri(Bridge.Address, $"{job}/v1/metrics"),
                Protocol = OtlpExportProtocol.HttpProtobuf,
            }),
            500)).Build());
    }

    private static string BoundsOf(string unit) => unit switch
    {
        "s" => "seconds",
        "By" => "bytes",
        "{event}" => "events",
        _ => "batches",
    };

    private T Started<T>(T started) where T : IDisposable
    {
        _started.Add(started);
        return started;
    }
}
