using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// Limits spans per second, and shares them among the pairs of actor type and message type, so that rare pairs are seen beside busy ones. A
/// token bucket limits the sum. After a span, a pair waits for an interval, which is the same for all pairs (the generic cell rate algorithm,
/// GCRA, with a burst of one). While the bucket is more than half full, pairs need not wait: the lower half is reserved for pairs that have
/// waited, and tokens above it would overflow and be lost. <see cref="RateAdaptation"/> makes the interval longer when the bucket was empty,
/// and shorter when tokens were left although pairs waited. No lock. Called only for messages that are timed anyway.
/// <para>
/// Spans further down in a trace take tokens too, and can make the bucket negative. The debt has a limit, and is paid. A trace goes on while it has
/// fewer spans than are left up to that limit, then it has ended. So the longest traces end first, and short ones are complete beside endless ones.
/// In debt a tenth of what comes back is for roots, as long as half of the limit is left. So over any time, spans are at most the budget and
/// <see cref="SecondsOfDebt"/> more.
/// </para>
/// </summary>
internal sealed class SpanBudget
{
    private const double Longer = 1.5;
    private const double Shorter = 0.9;
    private const double RootsShareInDebt = 0.1;
    private const int SecondsOfDebt = 10;

    // Small budgets owe more, so that a trace is not cut after a few spans.
    private const int LeastDebt = 100;

    private readonly double _perTick;
    private readonly long _capacity;
    private readonly long _bottom;
    private readonly long _shortest;
    private readonly double _longer;

    private long _tokens;
    private long _rootsTokens;
    private long _interval;
    private long _refilledAt;
    private double _remainder;
    private double _rootsRemainder;
    private int _ranDry;
    private int _waited;

    /// <param name="perSecond">Spans per second.</param>
    /// <param name="now">The time.</param>
    /// <param name="atOnce">So many may start at one moment, after a rest, although their pairs have not waited. Null: an eighth of a
    /// second's.</param>
    public SpanBudget(double perSecond, long now, double? atOnce = null)
    {
        _perTick = perSecond / Stopwatch.Frequency;
        _shortest = (long)(Stopwatch.Frequency / perSecond);

        // At least two: one reserved for pairs that have waited, and one to spare.
        _capacity = Math.Max(2, (long)(2 * (atOnce ?? perSecond / 8)));

        _bottom = -Math.Max(LeastDebt, (long)(SecondsOfDebt * perSecond));

        // A small budget has no token at most adaptations, so an empty bucket means nothing then. The interval grows at most once per token.
        _longer = 1 + ((Longer - 1) * Math.Min(1, perSecond / RateAdaptation.PerSecond));
        _tokens = _capacity;
        _interval = _shortest;
        _refilledAt = now;
    }

    /// <summary>How many spans are left up to the limit of the debt. A trace with as many ends.</summary>
    public long Left => Volatile.Read(ref _tokens) - _bottom;

    /// <summary>Whether the root span of a message may start now. Running threads.</summary>
    public bool TryTake(ref long pairsNextAt, long now)
    {
        var next = Volatile.Read(ref pairsNextAt);
        var tokens = Volatile.Read(ref _tokens);
        if (now >= next)
        {
            if (tokens <= 0 && (tokens < _bottom / 2 || Volatile.Read(ref _rootsTokens) <= 0))
            {
                return Refuse(ref _ranDry);
            }

            var interval = Volatile.Read(ref _interval);
            var after = Math.Max(next, now - interval) + interval;
            if (Interlocked.CompareExchange(ref pairsNextAt, after, next) == next)
            {
                Interlocked.Decrement(ref tokens > 0 ? ref _tokens : ref _rootsTokens);
                return true;
            }
        }

        return TakeSpare(tokens) || Refuse(ref _waited);
    }

    /// <summary>
    /// Takes a token for a span further down in a trace. Between the look at <see cref="Left"/> and this, other threads may take a few more.
    /// </summary>
    public void Spend() => Interlocked.Decrement(ref _tokens);

    /// <summary>Takes a token for a retroactive span. They may cause half of the debt.</summary>
    public bool TrySpendOnRetroactive()
    {
        if (Volatile.Read(ref _tokens) <= _bottom / 2)
        {
            return false;
        }

        Spend();
        return true;
    }

    /// <summary>Refills the bucket for the time that has passed, and adapts the interval. One thread at a time.</summary>
    public void Adapt(long now)
    {
        var due = (now - _refilledAt) * _perTick;
        _refilledAt = now;

        // The fraction is kept even if the bucket is full. At a third of a token per adaptation, a tenth would otherwise be lost.
        var whole = Math.Min(_capacity - _bottom, Whole(due, ref _remainder) - RefillOfRoots(due));
        var tokens = Interlocked.Add(ref _tokens, whole);
        if (tokens > _capacity)
        {
            tokens = Interlocked.Add(ref _tokens, _capacity - tokens);
        }

        var ranDry = Interlocked.Exchange(ref _ranDry, 0) > 0;
        var waited = Interlocked.Exchange(ref _waited, 0) > 0;
        var interval = Volatile.Read(ref _interval);
        if (ranDry)
        {
            Volatile.Write(ref _interval, Math.Min((long)(interval * _longer) + 1, Stopwatch.Frequency * 60));
        }
        else if (waited && tokens > _capacity / 2)
        {
            Volatile.Write(ref _interval, Math.Max((long)(interval * Shorter), _shortest));
        }
    }

    private static long Whole(double due, ref double remainder)
    {
        due += remainder;
        var whole = (long)due;
        remainder = due - whole;
        return whole;
    }

    // What roots get of the tokens that come back. Once the debt is paid, they return what they have not used.
    private long RefillOfRoots(double due)
    {
        if (Volatile.Read(ref _tokens) >= 0)
        {
            _rootsRemainder = 0;
            return -Interlocked.Exchange(ref _rootsTokens, 0);
        }

        var more = Math.Min(_capacity - Volatile.Read(ref _rootsTokens), Whole(due * RootsShareInDebt, ref _rootsRemainder));
        Interlocked.Add(ref _rootsTokens, more);
        return more;
    }

    // Other threads may take some at the same time.
    private bool TakeSpare(long tokens)
    {
        if (tokens <= _capacity / 2)
        {
            return false;
        }

        // For the adaptation: the pair did wait.
        Flag(ref _waited);
        while (tokens > _capacity / 2)
        {
            var found = Interlocked.CompareExchange(ref _tokens, tokens - 1, tokens);
            if (found == tokens)
            {
                return true;
            }

            tokens = found;
        }

        return false;
    }

    private static bool Refuse(ref int reason)
    {
        Flag(ref reason);
        return false;
    }

    // Not a count: written once until the next adaptation, then only read.
    private static void Flag(ref int reason)
    {
        if (Volatile.Read(ref reason) == 0)
        {
            Volatile.Write(ref reason, 1);
        }
    }
}
