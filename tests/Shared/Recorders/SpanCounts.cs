namespace AkkaInstrumentation.Tests;

/// <summary>Records all spans of the library, or those of the actors under a path, and keeps none of them: for loads. Any thread.</summary>
public sealed class SpanCounts : IDisposable
{
    private readonly ActivityListener _listener;
    private long _started;
    private long _stopped;
    private long _stoppedTwice;

    public SpanCounts(string? path = null)
    {
        _listener = Listening.Spans(
            (ref options) => path is null || options.Tags?.Any(tag => tag.Key == AkkaSpanAttributes.ActorPath && tag.Value is string actor
                && actor.StartsWith(path, StringComparison.Ordinal)) == true
                    ? ActivitySamplingResult.AllDataAndRecorded
                    : ActivitySamplingResult.None,
            started: _ => Interlocked.Increment(ref _started),
            stopped: activity =>
            {
                Interlocked.Increment(ref _stopped);
                if (activity.GetCustomProperty("stopped") is not null)
                {
                    Interlocked.Increment(ref _stoppedTwice);
                }

                activity.SetCustomProperty("stopped", "yes");
            });
    }

    public long Started => Interlocked.Read(ref _started);

    public long Stopped => Interlocked.Read(ref _stopped);

    public long StoppedTwice => Interlocked.Read(ref _stoppedTwice);

    public long Open => Started - Stopped;

    public void Dispose() => _listener.Dispose();
}
