using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// Selects the unsampled messages that get a retroactive span: those that failed, waited too long or worked too long. A limit of spans
/// per second applies, so that many failures do not cause as many spans. Actor types share it fairly. Holds the settings of one actor system
/// and its limiter, with a burst of half a second's worth; a quarter for each type.
/// </summary>
internal sealed class RetroactiveLimits
{
    // Spans of traces that are kept may use so many seconds' worth in advance, so that a trace is whole. Half of that is for the traces of types
    // that have had none for a while.
    private const int SecondsOfKept = 10;

    private readonly FairLimit _limit = new(1, 0);
    private readonly FairLimit _kept = new(1, 0);

    /// <summary>Changes the settings, one after the other. A message that ends at this moment may see both old and new ones.</summary>
    /// <param name="errors">Whether failed messages get a span.</param>
    /// <param name="slowWait">The wait after which a message gets one; infinite for none.</param>
    /// <param name="slowWork">The processing time after which a message gets one; infinite for none.</param>
    /// <param name="limit">Spans per second.</param>
    public void Change(bool errors, TimeSpan slowWait, TimeSpan slowWork, int limit)
    {
        Errors = errors;
        SlowWait = InTicks(slowWait);
        SlowWork = InTicks(slowWork);
        WatchesTimes = TimesWaits || SlowWork != long.MaxValue;
        _limit.Change(limit, limit / 2.0);
        _kept.Change(limit, SecondsOfKept * limit);
        PerSecond = limit;
    }

    /// <summary>Spans per second.</summary>
    public int PerSecond { get; private set; } = 1;

    /// <summary>The sampling of roots. If it has a budget of spans, the budget must also allow a retroactive span. Null for none.</summary>
    public RootSampling? Roots { get; set; }

    public bool Errors { get; private set; }

    /// <summary><see cref="Stopwatch"/> ticks; <see cref="long.MaxValue"/> when no wait is too long.</summary>
    public long SlowWait { get; private set; }

    /// <summary><see cref="Stopwatch"/> ticks; <see cref="long.MaxValue"/> when no work is too long.</summary>
    public long SlowWork { get; private set; }

    public bool IsOn => Errors || WatchesTimes;

    /// <summary>Whether every unsampled message has to be checked when it is over.</summary>
    public bool WatchesTimes { get; private set; }

    /// <summary>Whether senders have to record the time of every message.</summary>
    public bool TimesWaits => SlowWait != long.MaxValue;

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

    private static long InTicks(TimeSpan threshold) =>
        threshold == Timeout.InfiniteTimeSpan ? long.MaxValue : Ticks.From(threshold);
}
