using System.Diagnostics;

namespace AkkaInstrumentation.Tests;

/// <summary>Records every span of the library, and counts how they end. Any thread.</summary>
internal sealed class SpanEnds : IDisposable
{
    private readonly ActivityListener _listener;
    private int _started;
    private int _stopped;
    private int _stoppedTwice;

    public SpanEnds()
    {
        _listener = new ActivityListener
        {
            ShouldListenTo = source => source.Name == AkkaTelemetry.SourceName,
            Sample = (ref ActivityCreationOptions<ActivityContext> _) => ActivitySamplingResult.AllDataAndRecorded,
            ActivityStarted = _ => Interlocked.Increment(ref _started),
            ActivityStopped = activity =>
            {
                Interlocked.Increment(ref _stopped);
                if (activity.GetCustomProperty("stopped") is not null)
                {
                    Interlocked.Increment(ref _stoppedTwice);
                }

                activity.SetCustomProperty("stopped", "yes");
            },
        };
        ActivitySource.AddActivityListener(_listener);
    }

    public (int Started, int Stopped, int StoppedTwice) Counts => (_started, _stopped, _stoppedTwice);

    public void Dispose() => _listener.Dispose();
}
