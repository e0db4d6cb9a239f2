namespace AkkaInstrumentation;

/// <summary>The last points of one actor type, or of all actors, and the current step. Not thread-safe.</summary>
internal sealed class HistorySeries
{
    private readonly HistoryPoint[] _points;
    private ActorTypeSecond _sum = new();
    private long _waiting;
    private double? _oldest;

    /// <param name="kept">How many points are kept.</param>
    public HistorySeries(int kept)
    {
        _points = new HistoryPoint[kept];
        Array.Fill(_points, HistoryPoint.Unknown);
    }

    /// <param name="second">Their figures.</param>
    /// <param name="waiting">Messages that wait now.</param>
    /// <param name="oldest">Seconds that the oldest of them has waited; null when that is not known.</param>
    public void Add(ActorTypeSecond second, long waiting, double? oldest)
    {
        _sum.Add(second);
        _waiting = Math.Max(_waiting, waiting);
        _oldest = oldest is { } age ? Math.Max(_oldest ?? 0, age) : _oldest;
    }

    /// <summary>The step is over.</summary>
    /// <param name="place">The point's place in the ring.</param>
    /// <param name="seconds">The step's length.</param>
    /// <param name="types">The types whose sum this is; they are already closed. The percentiles of the sum are those of the slowest type, which fast
    /// types would otherwise hide.</param>
    public void Close(int place, double seconds, IReadOnlyCollection<HistorySeries>? types = null)
    {
        _points[place] = new(
            (float)(_sum.Messages / seconds), _sum.Failures, _sum.Restarts, _waiting, (float)(1e6 * _oldest ?? double.NaN),
            Slowest(types, point => point.WaitP95, _sum.Waits), Slowest(types, point => point.WorkP95, _sum.Works));
        (_sum, _waiting, _oldest) = (new(), 0, null);

        // NaN is less than every number.
        float Slowest(IReadOnlyCollection<HistorySeries>? some, Func<HistoryPoint, float> value, DurationCounts own) =>
            some is { Count: > 0 } ? some.Max(type => value(type._points[place])) : (float?)own.Percentile(0.95)?.Us ?? float.NaN;
    }

    /// <summary>Nothing was observed in a step.</summary>
    public void Skip(int place) => _points[place] = HistoryPoint.Unknown;

    /// <param name="from">The place of the oldest point.</param>
    /// <param name="count">How many points there are.</param>
    public IEnumerable<HistoryPoint> Read(int from, int count) => Enumerable.Range(from, count).Select(place => _points[place % _points.Length]);
}
