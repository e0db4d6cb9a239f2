using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// Limits a rate and shares it among several users (actor types, log sources, pairs of actor and message), so that a quiet user finds room beside
/// noisy ones. It is the generic cell rate algorithm (GCRA). Half of the burst is open to every user. The longer a user has got nothing, the deeper
/// it may reach into the other half, without a bound, so of many users that wait, the one that has waited longest is next. A noisy user that is alone
/// gets the whole rate. Any thread, without a lock. Race: several threads of one user may reach deep at once; together they get no more than the
/// limit.
/// </summary>
internal sealed class FairLimit
{
    // The number of intervals, for each place in the other half, after which a user may reach into the middle of that half.
    private const double Wait = 8;

    private long _interval;
    private long _half;
    private long _dueAt;

    /// <inheritdoc cref="Change"/>
    public FairLimit(double perSecond, double atOnce) => Change(perSecond, atOnce);

    /// <summary>Changes it, one value after the other.</summary>
    /// <param name="perSecond">How many per second.</param>
    /// <param name="atOnce">The burst: how many more may come at once, after a rest; at least two.</param>
    public void Change(double perSecond, double atOnce)
    {
        _interval = Math.Max(1, (long)(Stopwatch.Frequency / perSecond));
        _half = (long)(_interval * Math.Max(2, atOnce) / 2);
    }

    /// <summary>How many may come now, from any user; negative in debt.</summary>
    public long Left(long now) => ((2 * _half) - Math.Max(0, Volatile.Read(ref _dueAt) - now)) / _interval;

    /// <summary>Whether there may be one more now.</summary>
    /// <param name="share">The user's share.</param>
    /// <param name="now"><see cref="Stopwatch"/> ticks.</param>
    /// <param name="leftOut">How often this share was refused since it was last granted one.</param>
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

    /// <summary>Takes one, even if that makes a debt.</summary>
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

    /// <summary>Gives back one that was taken but is not needed.</summary>
    public void GiveBack() => Interlocked.Add(ref _dueAt, -_interval);
}

/// <summary>The share that one user has of a <see cref="FairLimit"/>.</summary>
internal sealed class FairShare
{
    /// <summary>When it was last granted one, in <see cref="Stopwatch"/> ticks.</summary>
    internal long TakenAt = long.MinValue / 2;

    /// <summary>How often it was refused since then.</summary>
    internal long LeftOut;

    /// <summary>When a trace was last kept for it, in <see cref="Stopwatch"/> ticks.</summary>
    internal long KeptAt = long.MinValue / 2;
}
