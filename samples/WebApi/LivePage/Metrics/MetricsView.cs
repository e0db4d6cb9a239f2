namespace WebApi.LivePage.Metrics;

/// <summary>The metrics as the page shows them. Lists hold one value per second, oldest first, of the last minute.</summary>
internal sealed record MetricsView(
    int Window, int Seconds, IReadOnlyList<double> MessagesPerSecond, IReadOnlyList<ActorView> Actors)
{
    /// <summary>Figures and percentiles are of so many seconds: enough to be steady, few enough to be current.</summary>
    public const int WindowSeconds = 10;

    /// <summary>Points of the small charts are smoothed over so many seconds.</summary>
    private const int ChartSeconds = 3;

    public static MetricsView Of(IReadOnlyList<Frame> frames, Frame sinceStart) => new(
        WindowSeconds,
        frames.Count,
        [.. frames.Select(frame => frame.Messages / SecondsOf(frame))],
        [.. sinceStart.ActorTypes.Order(StringComparer.Ordinal).Select(type => ActorOf(type, sinceStart.Of(type), frames))]);

    private static ActorView ActorOf(string type, ActorFrame sinceStart, IReadOnlyList<Frame> frames)
    {
        var recent = frames.TakeLast(WindowSeconds).ToList();
        return new ActorView(
            type,
            recent.Sum(frame => frame.Of(type).Messages) / recent.Sum(SecondsOf),
            sinceStart.Depth,
            sinceStart.Live,
            sinceStart.Messages,
            sinceStart.Failures,
            sinceStart.Restarts,
            frames.Sum(frame => frame.Of(type).Failures),
            Percentiles.Of(recent, type, actor => actor.Wait),
            Percentiles.Of(recent, type, actor => actor.Work),
            Chart(frames, type, actor => actor.Wait),
            Chart(frames, type, actor => actor.Work));
    }

    private static List<double?> Chart(IReadOnlyList<Frame> frames, string type, Func<ActorFrame, Buckets> part)
    {
        var points = new List<double?>(frames.Count);
        for (var i = 0; i < frames.Count; i++)
        {
            var from = Math.Max(0, i - ChartSeconds + 1);
            points.Add(Percentiles.Of(frames.Skip(from).Take(i - from + 1), type, part).P95?.Us);
        }

        return points;
    }

    private static double SecondsOf(Frame frame) => Math.Max(frame.Length.TotalSeconds, 1e-3);
}

/// <summary>One actor type. Durations are microseconds; <see cref="Messages"/>, failures and restarts are since the start.</summary>
internal sealed record ActorView(
    string Type,
    double PerSecond,
    long Depth,
    long Live,
    long Messages,
    long Failures,
    long Restarts,
    long RecentFailures,
    Percentiles Wait,
    Percentiles Work,
    IReadOnlyList<double?> WaitP95,
    IReadOnlyList<double?> WorkP95);

/// <summary>Null when there were no messages.</summary>
internal sealed record Percentiles(Percentile? P50, Percentile? P95, Percentile? P99)
{
    public static Percentiles Of(IEnumerable<Frame> frames, string type, Func<ActorFrame, Buckets> part)
    {
        var sum = new Buckets();
        foreach (var frame in frames)
        {
            sum.Add(part(frame.Of(type)));
        }

        return new Percentiles(Estimate(sum, 0.50), Estimate(sum, 0.95), Estimate(sum, 0.99));
    }

    private static Percentile? Estimate(Buckets sum, double fraction) =>
        sum.Percentile(fraction) is { } found ? new Percentile(Math.Round(found.Seconds * 1e6, 1), found.IsAbove) : null;
}

/// <summary>An estimate in microseconds. <paramref name="Above"/>: it is the last bound of the histogram, and the value is more.</summary>
internal sealed record Percentile(double Us, bool Above);
