using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>An unsampled trace that is kept, because one of its messages failed, was slow, or asked in vain. It limits the trace's spans.</summary>
/// <param name="trace">The trace.</param>
/// <param name="limits">The limit that all spans of kept traces share.</param>
/// <param name="share">That of the actor type of the message for which it is kept.</param>
/// <param name="at">When that was.</param>
internal sealed class KeptDecision(KeptTrace trace, RetroactiveLimits limits, FairShare share, long at) : SpanLimit
{
    private int _spans;

    public KeptTrace Trace => trace;

    /// <summary><see cref="Stopwatch"/> ticks.</summary>
    public long At => at;

    public override bool TryTake() =>
        Interlocked.Increment(ref _spans) <= limits.MaxOfTrace && limits.TryTakeMore(share, CoarseClock.Now);
}
