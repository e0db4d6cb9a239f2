namespace AkkaInstrumentation;

/// <summary>
/// Limits spans per second, and shares them among the pairs of actor type and message type, so that rare pairs are seen beside busy ones:
/// <see cref="FairLimit"/> says how. Any thread, without a lock.
/// <para>
/// Spans further down in a trace count too, and can cause a debt. It has a limit, and is paid. A trace goes on while it has fewer spans than are
/// left up to that limit, then it has ended. So the longest traces end first, and short ones are complete beside endless ones. In debt a tenth of
/// the budget is for roots, as long as half of the limit is left. So over any time, spans are at most the budget and
/// <see cref="SecondsOfDebt"/> more.
/// </para>
/// </summary>
internal sealed class SpanBudget
{
    private const double RootsShareInDebt = 0.1;
    private const int SecondsOfDebt = 10;

    // Small budgets owe more, so that a trace is not cut after a few spans.
    private const int LeastDebt = 100;

    private readonly FairLimit _spans;
    private readonly FairLimit _rootsInDebt;
    private readonly long _maxDebt;

    /// <param name="perSecond">Spans per second.</param>
    /// <param name="atOnce">So many may start at one moment, after a rest, although their pairs have not waited. Null: an eighth of a
    /// second's.</param>
    public SpanBudget(double perSecond, double? atOnce = null)
    {
        _spans = new(perSecond, 2 * (atOnce ?? perSecond / 8));
        _rootsInDebt = new(perSecond * RootsShareInDebt, 0);
        _maxDebt = Math.Max(LeastDebt, (long)(SecondsOfDebt * perSecond));
    }

    /// <summary>How many spans are left up to the limit of the debt. A trace with as many ends.</summary>
    public long Left(long now) => _spans.Left(now) + _maxDebt;

    /// <summary>Whether the root span of a message may start now.</summary>
    /// <param name="takenAt">When the pair last got one; 0 for never.</param>
    /// <param name="now"><see cref="System.Diagnostics.Stopwatch"/> ticks.</param>
    public bool TryTake(ref long takenAt, long now)
    {
        if (_spans.TryTake(ref takenAt, now))
        {
            return true;
        }

        if (_spans.Left(now) > 0 || Left(now) < _maxDebt / 2 || !_rootsInDebt.TryTake(ref takenAt, now))
        {
            return false;
        }

        Take(now);
        return true;
    }

    /// <summary>
    /// Takes one for a span further down in a trace. Between the look at <see cref="Left"/> and this, other threads may take a few more.
    /// </summary>
    public void Take(long now) => _spans.Take(now);

    /// <summary>Takes one for a retroactive span. They may cause half of the debt.</summary>
    public bool TryTakeForRetroactive(long now)
    {
        if (Left(now) <= _maxDebt / 2)
        {
            return false;
        }

        Take(now);
        return true;
    }
}
