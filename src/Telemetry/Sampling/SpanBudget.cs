using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// Spans per second, shared over the pairs of actor type and message type so that a rare pair is seen beside a busy one.
/// A pair that had a span waits for an interval, the same for all pairs (the generic cell rate algorithm, GCRA, with a
/// burst of one); a token bucket bounds the sum. <see cref="Pulse"/> makes the interval longer when the bucket ran dry and
/// shorter when spans were left over although pairs waited. No lock; asked only for messages that are timed anyway.
/// </summary>
internal sealed class SpanBudget
{
    private const double Longer = 1.5;
    private const double Shorter = 0.9;

    private readonly double _perTick;
    private readonly long _capacity;
    private readonly long _shortest;

    private long _tokens;
    private long _interval;
    private long _refilledAt;
    private double _remainder;
    private int _ranDry;
    private int _waited;
    private long _suppressed;

    public SpanBudget(double perSecond, long now)
    {
        _perTick = perSecond / Stopwatch.Frequency;
        _shortest = (long)(Stopwatch.Frequency / perSecond);
        _capacity = Math.Max(1, (long)(perSecond / 4));
        _tokens = _capacity;
        _interval = _shortest;
        _refilledAt = now;
    }

    /// <summary>Roots that got no span because the budget was spent.</summary>
    public long Suppressed => Interlocked.Read(ref _suppressed);

    /// <summary>Whether the root span of a message may be started now. Running threads.</summary>
    public bool TryTake(ref long pairsNextAt, long now)
    {
        var next = Volatile.Read(ref pairsNextAt);
        if (now < next)
        {
            return Refuse(ref _waited);
        }

        if (Volatile.Read(ref _tokens) <= 0)
        {
            return Refuse(ref _ranDry);
        }

        var interval = Volatile.Read(ref _interval);
        var after = Math.Max(next, now - interval) + interval;
        if (Interlocked.CompareExchange(ref pairsNextAt, after, next) != next)
        {
            return Refuse(ref _waited);
        }

        Interlocked.Decrement(ref _tokens);
        return true;
    }

    /// <summary>A span further down in a trace: it is always started, and the next roots pay for it.</summary>
    public void Spend() => Interlocked.Decrement(ref _tokens);

    /// <summary>Refills the bucket for the time that has passed and corrects the interval. One thread at a time.</summary>
    public void Pulsed(long now)
    {
        var due = Math.Min(_capacity, ((now - _refilledAt) * _perTick) + _remainder);
        var whole = (long)due;
        _remainder = due - whole;
        _refilledAt = now;
        var tokens = Interlocked.Add(ref _tokens, whole);
        if (tokens > _capacity)
        {
            Interlocked.Add(ref _tokens, _capacity - tokens);
        }

        var ranDry = Interlocked.Exchange(ref _ranDry, 0) > 0;
        var waited = Interlocked.Exchange(ref _waited, 0) > 0;
        var interval = Volatile.Read(ref _interval);
        if (ranDry)
        {
            Volatile.Write(ref _interval, Math.Min((long)(interval * Longer) + 1, Stopwatch.Frequency * 60));
        }
        else if (waited && tokens > _capacity / 2)
        {
            Volatile.Write(ref _interval, Math.Max((long)(interval * Shorter), _shortest));
        }
    }

    private bool Refuse(ref int reason)
    {
        // a flag for the next pulse, not a count: written once, then only read
        if (Volatile.Read(ref reason) == 0)
        {
            Volatile.Write(ref reason, 1);
        }

        Interlocked.Increment(ref _suppressed);
        return false;
    }
}
