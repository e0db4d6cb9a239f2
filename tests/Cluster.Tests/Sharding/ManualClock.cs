namespace AkkaInstrumentation.Tests;

/// <summary>A clock of regions that a test moves.</summary>
internal sealed class ManualClock
{
    private long _now = Stopwatch.GetTimestamp();

    public ManualClock(ClusterNode node) => node.Metrics.Regions.Clock = () => Volatile.Read(ref _now);

    public void Advance(double seconds) => Interlocked.Add(ref _now, (long)(seconds * Stopwatch.Frequency));
}
