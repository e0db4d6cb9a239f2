using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>The place of a message in an unsampled trace, if its span is made after all.</summary>
/// <param name="Origin">The message, as what it has sent has it.</param>
/// <param name="Parent">The message in whose handler it was sent; 0 for none.</param>
/// <param name="ParentHasEnded">Whether that one has left its record.</param>
internal readonly record struct KeptSpan(KeptOrigin Origin, ulong Parent, bool ParentHasEnded);

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

    /// <summary>Keeps a trace. Does nothing if it is kept. Any thread.</summary>
    public static void Keep(KeptTrace trace, RetroactiveLimits limits, FairShare share, long now)
    {
        if (!trace.TryKeep())
        {
            return;
        }

        var decision = new KeptDecision(trace, limits, share, now);
        limits.Roots?.Keep(trace.Id, decision);
        limits.Keeper?.Invoke(decision);
    }

    public override bool TryTake() =>
        Interlocked.Increment(ref _spans) <= limits.MaxOfTrace && limits.TryTakeMore(share, CoarseClock.Now);
}
