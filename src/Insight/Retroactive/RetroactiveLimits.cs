namespace AkkaInstrumentation;

/// <summary>
/// A limit of retroactive spans per second, so that many failures do not cause as many spans. Actor types share it fairly. It has a burst of half a
/// second's worth; a quarter for each type.
/// </summary>
internal sealed class RetroactiveLimits
{
    // Spans of traces that are kept may use so many seconds' worth in advance, so that a trace is whole. Half of that is for the traces of types
    // that have had none for a while.
    private const int SecondsOfKept = 10;

    private readonly FairLimit _limit = new(1, 0);
    private readonly FairLimit _kept = new(1, 0);

    /// <summary>Spans per second.</summary>
    public int PerSecond { get; private set; } = 1;

    /// <summary>The sampling of roots. If it has a budget of spans, the budget must also allow a retroactive span. Null for none.</summary>
    public RootSampling? Roots { get; set; }

    /// <param name="limit">Spans per second.</param>
    public void Change(int limit)
    {
        _limit.Change(limit, limit / 2.0);
        _kept.Change(limit, SecondsOfKept * limit);
        PerSecond = limit;
    }

    /// <summary>Whether a span may be made now. Any thread; called for slow and failed messages only.</summary>
    /// <param name="share">The share of the actor's type.</param>
    /// <param name="now">The time.</param>
    /// <param name="leftOut">The number of spans of that type excluded since the last one that was made.</param>
    public bool TryTake(FairShare share, long now, out long leftOut)
    {
        if (!_limit.TryTake(share, now, out leftOut))
        {
            return false;
        }

        if (Roots?.TryAddRetroactive(now) != false)
        {
            return true;
        }

        _limit.GiveBack();
        Interlocked.Add(ref share.LeftOut, leftOut + 1);
        leftOut = 0;
        return false;
    }

    /// <summary>
    /// Whether there may be one more span of a trace that is kept. Its other messages take nothing from the failed or slow ones, which have their
    /// spans as if no trace were kept. Any thread.
    /// </summary>
    /// <param name="keptBefore">When a trace was last kept, before this one, because of a message to an actor of the same type.</param>
    /// <param name="now">The time.</param>
    public bool TryKeep(long keptBefore, long now)
    {
        if (!_kept.TryTake(ref keptBefore, now))
        {
            return false;
        }

        if (Roots?.TryAddRetroactive(now) != false)
        {
            return true;
        }

        _kept.GiveBack();
        return false;
    }
}
