namespace AkkaInstrumentation;

/// <summary>
/// A limit of retroactive spans per second, so that many failures do not cause as many spans. Actor types share it fairly. It has a burst of half a
/// second's worth; a quarter for each type.
/// </summary>
internal sealed class RetroactiveLimits
{
    private readonly FairLimit _limit = new(1, 0);

    /// <summary>Spans per second.</summary>
    public int PerSecond { get; private set; } = 1;

    /// <summary>The sampling of roots. If it has a budget of spans, the budget must also allow a retroactive span. Null for none.</summary>
    public RootSampling? Roots { get; set; }

    /// <param name="limit">Spans per second.</param>
    public void Change(int limit)
    {
        _limit.Change(limit, limit / 2.0);
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

    /// <summary>Whether there may be one more span of a trace that should be whole, for which the limit goes into debt. Any thread.</summary>
    /// <param name="share">That of the actor's type.</param>
    /// <param name="now">The time.</param>
    /// <param name="seconds">The debt is at most so many seconds' worth.</param>
    public bool TryOwe(FairShare share, long now, int seconds)
    {
        if (_limit.Left(now) + (seconds * PerSecond) <= 0 || Roots?.TryAddRetroactive(now) == false)
        {
            Interlocked.Increment(ref share.LeftOut);
            return false;
        }

        _limit.Take(now);
        return true;
    }
}
