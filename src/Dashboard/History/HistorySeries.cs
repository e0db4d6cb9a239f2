namespace AkkaInstrumentation;

/// <summary>The last points of one actor type, or of all actors, and the step that goes on. Not thread-safe.</summary>
internal sealed class HistorySeries
{
    private readonly HistoryPoint[] _points = new HistoryPoint[HistorySteps.Kept];
    private ActorTypeSecond _sum = new();
    private long _waiting;

    public HistorySeries() => Array.Fill(_points, HistoryPoint.Unknown);

    /// <param name="second">What they did.</param>
    /// <param name="waiting">Messages that wait now.</param>
    public void Add(ActorTypeSecond second, long waiting)
    {
        _sum.Add(second);
        _waiting = Math.Max(_waiting, waiting);
    }

    /// <summary>The step is over.</summary>
    /// <param name="place">The point's place in the ring.</param>
    /// <param name="seconds">The step's length.</param>
    public void Close(int place, double seconds)
    {
        _points[place] = new(
            (float)(_sum.Messages / seconds), _sum.Failures, _sum.Restarts, _waiting,
            (float?)_sum.Waits.Percentile(0.95)?.Us ?? float.NaN, (float?)_sum.Works.Percentile(0.95)?.Us ?? float.NaN);
        (_sum, _waiting) = (new(), 0);
    }

    /// <summary>Nothing was observed in a step.</summary>
    public void Skip(int place) => _points[place] = HistoryPoint.Unknown;

    /// <param name="from">The place of the oldest point.</param>
    /// <param name="count">How many points there are.</param>
    public IEnumerable<HistoryPoint> Read(int from, int count) => Enumerable.Range(from, count).Select(place => _points[place % _points.Length]);
}
