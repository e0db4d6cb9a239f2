using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>An unsampled trace that is kept, because one of its messages failed, was slow, or asked in vain. It limits the trace's spans.</summary>
/// <param name="keeper">Keeps it.</param>
/// <param name="trace">The trace.</param>
/// <param name="share">That of the actor type of the message for which it is kept.</param>
/// <param name="at">When that was.</param>
/// <param name="isOfPeer">Whether another node has said so.</param>
internal sealed class KeptDecision(TraceKeeper keeper, KeptTrace trace, FairShare share, long at, bool isOfPeer = false) : SpanLimit
{
    // A trace has no more than so many seconds' worth.
    private const int SecondsOfTrace = 5;

    // When the one before was made for the same type.
    private readonly long _before = Interlocked.Exchange(ref share.KeptAt, at);
    private int _spans;

    public TraceKeeper Keeper => keeper;

    public KeptTrace Trace => trace;

    public bool IsOfPeer => isOfPeer;

    /// <summary><see cref="Stopwatch"/> ticks.</summary>
    public long At => at;

    /// <summary>Messages that ended before this, in ticks, are those of an earlier decision.</summary>
    public long Since { get; init; }

    /// <summary>The number of the news that tell the other nodes; 0 if none do. Only the background thread uses it.</summary>
    public int News { get; set; }

    private RetroactiveLimits Limits => keeper.System.RetroactiveLimits;

    public override bool TryTake() =>
        Interlocked.Increment(ref _spans) <= SecondsOfTrace * Limits.PerSecond && Limits.TryKeep(_before, CoarseClock.Now);
}
