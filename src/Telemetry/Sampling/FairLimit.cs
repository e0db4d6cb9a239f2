using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// Limits something per second, and shares it among those who want it (actor types, log sources), so that a quiet one finds room beside noisy ones.
/// It is the generic cell rate algorithm. Half of what may come at once is for everybody. The longer somebody has had nothing, the deeper it may
/// reach into the other half: each interval without anything gives it an eighth of one more. Alone, a noisy one gets all that comes in. Any thread,
/// without a lock. Race: several threads of one share may reach deep at once; together they get no more than the limit.
/// </summary>
internal sealed class FairLimit
{
    private const int Wait = 8;

    private long _interval;
    private long _burst;
    private long _dueAt;

    /// <inheritdoc cref="Change"/>
    public FairLimit(double perSecond, double atOnce) => Change(perSecond, atOnce);

    /// <summary>Changes it, one value after the other.</summary>
    /// <param name="perSecond">How many per second.</param>
    /// <param name="atOnce">How many more may come at once, after a rest; at least two.</param>
    public void Change(double perSecond, double atOnce)
    {
        _interval = (long)(Stopwatch.Frequency / perSecond);
        _burst = (long)(_interval * Math.Max(2, atOnce));
    }

    /// <summary>Whether there may be one more now.</summary>
    /// <param name="share">Who asks.</param>
    /// <param name="now"><see cref="Stopwatch"/> ticks.</param>
    /// <param name="leftOut">How often this share was refused since it last got one.</param>
    public bool TryTake(FairShare share, long now, out long leftOut)
    {
        var half = _burst / 2;
        var reach = half + Math.Clamp((now - Volatile.Read(ref share.TakenAt)) / Wait, 0, half);
        while (true)
        {
            var due = Volatile.Read(ref _dueAt);
            var next = Math.Max(due, now) + _interval;
            if (next - now > reach)
            {
                Interlocked.Increment(ref share.LeftOut);
                leftOut = 0;
                return false;
            }

            if (Interlocked.CompareExchange(ref _dueAt, next, due) == due)
            {
                Volatile.Write(ref share.TakenAt, now);
                leftOut = Volatile.Read(ref share.LeftOut) == 0 ? 0 : Interlocked.Exchange(ref share.LeftOut, 0);
                return true;
            }
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
