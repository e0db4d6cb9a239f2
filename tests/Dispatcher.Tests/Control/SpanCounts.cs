using System.Diagnostics;

namespace AkkaInstrumentation.Tests.Control;

/// <summary>Records all spans of the actors under a path and keeps none of them: for loads.</summary>
internal sealed class SpanCounts : IDisposable
{
    private readonly ActivityListener _listener;
    private long _started;
    private long _stopped;

    public SpanCounts(string path)
    {
        _listener = new ActivityListener
        {
            ShouldListenTo = source => source.Name == AkkaTelemetry.SourceName,
            Sample = (ref ActivityCreationOptions<ActivityContext> options) =>
                options.Tags?.Any(tag => tag.Key == AkkaSpanAttributes.ActorPath && tag.Value is string actor && actor.StartsWith(path, StringComparison.Ordinal)) == true
                    ? ActivitySamplingResult.AllDataAndRecorded
                    : ActivitySamplingResult.None,
            ActivityStarted = _ => Interlocked.Increment(ref _started),
            ActivityStopped = _ => Interlocked.Increment(ref _stopped),
        };
        ActivitySource.AddActivityListener(_listener);
    }

    public long Started => Interlocked.Read(ref _started);

    public long Open => Started - Interlocked.Read(ref _stopped);

    public void Dispose() => _listener.Dispose();
}
