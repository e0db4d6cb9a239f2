using System.Net;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// A collector that takes OTLP over HTTP and keeps it. On <see cref="HttpListener"/>, because ASP.NET Core would make a
/// span of each export, which would be exported, and so on.
/// </summary>
public sealed class OtlpReceiver : IDisposable
{
    private readonly HttpListener _listener;
    private readonly ConcurrentQueue<OtlpSpan> _spans = new();
    private readonly ConcurrentQueue<OtlpLogRecord> _logs = new();
    private readonly ConcurrentDictionary<string, object> _resource = new();
    private volatile IReadOnlyList<OtlpPoint> _latest = [];

    public OtlpReceiver()
    {
        (_listener, Address) = Listen();
        _ = Receive();
    }

    public Uri Address { get; }

    public IReadOnlyList<OtlpSpan> Spans => [.. _spans];

    public IReadOnlyList<OtlpLogRecord> Logs => [.. _logs];

    /// <summary>All points of the latest export.</summary>
    public IReadOnlyList<OtlpPoint> Metrics => _latest;

    public IReadOnlyDictionary<string, object> Resource => _resource;

    public void Dispose() => _listener.Close();

    private static (HttpListener Listener, Uri Address) Listen()
    {
        for (var attempt = 1; ; attempt++)
        {
            var address = new Uri($"http://127.0.0.1:{FreePort.Find()}/");
            var listener = new HttpListener();
            listener.Prefixes.Add(address.ToString());
            try
            {
                listener.Start();
                return (listener, address);
            }
            catch (HttpListenerException) when (attempt < 10)
            {
                // somebody took the port in between
            }
        }
    }

    private async Task Receive()
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

            using var body = new MemoryStream();
            await context.Request.InputStream.CopyToAsync(body);
            Keep(context.Request.Url!.AbsolutePath, new WireMessage(body.ToArray()));
            context.Response.ContentType = "application/x-protobuf";
            context.Response.Close();
        }
    }

    private void Keep(string path, WireMessage export)
    {
        foreach (var attribute in export.Messages(1).SelectMany(resource => OtlpAttributes.Read(resource.Message(1)!.Messages(1))))
        {
            _resource[attribute.Key] = attribute.Value;
        }

        var scopes = export.Messages(1).SelectMany(resource => resource.Messages(2)).ToList();
        if (path == "/v1/metrics")
        {
            _latest = [.. scopes.SelectMany(scope => scope.Messages(2)).SelectMany(OtlpPoint.Read)];
            return;
        }

        if (path == "/v1/logs")
        {
            foreach (var record in scopes.SelectMany(scope => scope.Messages(2)))
            {
                _logs.Enqueue(OtlpLogRecord.Read(record));
            }

            return;
        }

        foreach (var scope in scopes)
        {
            foreach (var span in scope.Messages(2))
            {
                _spans.Enqueue(OtlpSpan.Read(scope.Message(1)!.Text(1), scope.Text(3), span));
            }
        }
    }
}
