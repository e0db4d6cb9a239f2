using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// Limits something per second, and shares it among those who want it (actor types, log sources, pairs of actor and message), so that a quiet one
/// finds room beside noisy ones. It is the generic cell rate algorithm (GCRA). Half of what may come at once is for everybody. The longer somebody
/// has had nothing, the deeper it may reach into the other half, without an end: so of many that wait, the one that has waited longest is next.
/// Alone, a noisy one gets all that comes in. Any thread, without a lock. Race: several threads of one share may reach deep at once; together they
/// get no more than the limit.
/// </summary>
internal sealed class FairLimit
{
    // After so many intervals for each one in the other half, it may reach into the middle of that half.
    private const double Wait = 8;

    private long _interval;
    private long _half;
    private long _dueAt;

    /// <inheritdoc cref="Change"/>
    public FairLimit(double perSecond, double atOnce) => Change(perSecond, atOnce);

    /// <summary>Changes it, one value after the other.</summary>
    /// <param name="perSecond">How many per second.</param>
    /// <param name="atOnce">How many more may come at once, after a rest; at least two.</param>
    public void Change(double perSecond, double atOnce)
    {
        _interval = Math.Max(1, (long)(Stopwatch.Frequency / perSecond));
        _half = (long)(_interval * Math.Max(2, atOnce) / 2);
    }

    /// <summary>How many may come now, whoever wants them; below zero in debt.</summary>
    public long Left(long now) => ((2 * _half) - Math.Max(0, Volatile.Read(ref _dueAt) - now)) / _interval;

    /// <summary>Whether there may be one more now.</summary>
    /// <param name="share">Who asks.</param>
    /// <param name="now"><see cref="Stopwatch"/> ticks.</param>
    /// <param name="leftOut">How often this share was refused since it last got one.</param>
    public bool TryTake(FairShare share, long now, out long leftOut)
    {
        leftOut = 0;
        if (!TryTake(ref share.TakenAt, now))
        {
            Interlocked.Increment(ref share.LeftOut);
            return false;
        }

        leftOut = Volatile.Read(ref share.LeftOut) == 0 ? 0 : Interlocked.Exchange(ref share.LeftOut, 0);
        return true;
    }

    /// <summary>The same for a share that needs no count.</summary>
    public bool TryTake(ref long takenAt, long now)
    {
        var waited = Math.Max(0, (double)now - Volatile.Read(ref takenAt));
        var reach = _half + (long)(_half * (waited / (waited + (Wait * _half))));
        while (true)
        {
            var due = Volatile.Read(ref _dueAt);
            var next = Math.Max(due, now) + _interval;
            if (next - now > reach)
            {
                return false;
            }

            if (Interlocked.CompareExchange(ref _dueAt, next, due) == due)
            {
                Volatile.Write(ref takenAt, now);
                return true;
            }
        }
    }

    /// <summary>Takes one, even into debt.</summary>
    public void Take(long now)
    {
        for (var due = Volatile.Read(ref _dueAt); ;)
        {
            var found = Interlocked.CompareExchange(ref _dueAt, Math.Max(due, now) + _interval, due);
            if (found == due)
            {
                return;
            }

            due = found;
        }
    }

    /// <summary>What was taken is not needed.</summary>
    public void GiveBack() => Interlocked.Add(ref _dueAt, -_interval);
}

/// <summary>Somebody's share of a <see cref="FairLimit"/>.</summary>
internal sealed class FairShare
{
    /// <summary>When it last got one, <see cref="Stopwatch"/> ticks.</summary>
    internal long TakenAt = long.MinValue / 2;

    /// <summary>How often it was refused since then.</summary>
    internal long LeftOut;
}
