namespace AkkaInstrumentation;

/// <summary>
/// Limits spans per second, and shares them among the pairs of actor type and message type, so that rare pairs are seen beside busy ones.
/// <see cref="FairLimit"/> describes how. Any thread, without a lock.
/// <para>
/// Child spans count too, and can overdraw the budget. The debt has a limit, and later spans pay it back. A trace continues while it has fewer spans
/// than are left up to that limit; then it gets no more spans. So the longest traces end first, and short traces are complete beside endless ones.
/// While the budget is overdrawn, a tenth of it is reserved for roots, as long as half of the limit is left. So over any time, spans are at most the
/// budget and <see cref="SecondsOfDebt"/> more.
/// </para>
/// </summary>
internal sealed class SpanBudget
{
    private const double RootsShareInDebt = 0.1;
    private const int SecondsOfDebt = 10;

    // The least limit of the debt, so that a small budget does not cut a trace after a few spans.
    private const int LeastDebt = 100;

    private readonly FairLimit _spans;
    private readonly FairLimit _rootsInDebt;
    private readonly long _maxDebt;

    /// <param name="perSecond">Spans per second.</param>
    /// <param name="atOnce">The number of spans that may start at one moment, after a rest, even if their pairs have not waited. Null: an eighth of
    /// the spans of a second.</param>
    public SpanBudget(double perSecond, double? atOnce = null)
    {
        _spans = new(perSecond, 2 * (atOnce ?? perSecond / 8));
        _rootsInDebt = new(perSecond * RootsShareInDebt, 0);
        _maxDebt = Math.Max(LeastDebt, (long)(SecondsOfDebt * perSecond));
    }

    /// <summary>How many spans are left up to the limit of the debt. A trace that has this number of spans gets no more.</summary>
    public long Left(long now) => _spans.Left(now) + _maxDebt;

    /// <summary>Whether the root span of a message may start now.</summary>
    /// <param name="takenAt">When the pair last got a span; 0 for never.</param>
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
    /// Takes one for a child span. Between the read of <see cref="Left"/> and this call, other threads may take a few more.
    /// </summary>
    public void Take(long now) => _spans.Take(now);

    /// <summary>Takes one for a retroactive span. Retroactive spans may use half of the debt.</summary>
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
