namespace AkkaInstrumentation;

/// <summary>
/// One actor type. The category is null for types of the application. Durations are in microseconds. Messages, failures, restarts and stashed
/// messages are counted since the system's start.
/// </summary>
internal sealed record ActorTypeView(
    string Type,
    string? Category,
    string? Namespace,
    double PerSecond,
    long Waiting,
    double? OldestSeconds,
    long Live,
    long Messages,
    long Failures,
    long RecentFailures,
    long Restarts,
    long Stashed,
    PercentilesView Wait,
    PercentilesView Work)
{
    public static ActorTypeView From(IReadOnlyList<string> types, LastMinute minute, TypeNamespaces? namespaces = null)
    {
        var totals = types.Select(type => minute.Totals.Actors[type]).ToList();
        var recent = minute.Recent;
        return new(
            types[0],
            totals[0].Category,
            namespaces?.Find(types[0]),
            Parts(recent, types).Sum(part => part.Messages) / Math.Max(recent.Sum(second => second.Length), 1e-3),
            totals.Sum(type => type.Depth),
            ActorTypeFigures.Oldest(totals),
            totals.Sum(type => type.Live),
            totals.Sum(type => type.Messages),
            totals.Sum(type => type.Failures),
            Parts(minute.Seconds, types).Sum(part => part.Failures),
            totals.Sum(type => type.Restarts),
            totals.Sum(type => type.Stashed),
            PercentilesView.From(Parts(recent, types).Select(part => part.Waits)),
            PercentilesView.From(Parts(recent, types).Select(part => part.Works)));
    }

    private static IEnumerable<ActorTypeSecond> Parts(IEnumerable<FiguresSecond> seconds, IReadOnlyList<string> types) =>
        seconds.SelectMany(second => types.Select(second.Of));
}

/// <summary>Null when there were no messages.</summary>
internal sealed record PercentilesView(DurationEstimate? P50, DurationEstimate? P95, DurationEstimate? P99)
{
    public static PercentilesView From(IEnumerable<DurationCounts> durations)
    {
        var all = durations.ToList();
        return new(DurationCounts.Percentile(all, 0.50), DurationCounts.Percentile(all, 0.95), DurationCounts.Percentile(all, 0.99));
    }
}
