namespace AkkaInstrumentation;

/// <summary>Traces of the last minute.</summary>
/// <param name="Sampled">Whether the dashboard samples by itself, because no exporter collects spans.</param>
/// <param name="Limited">Whether more traces began than are sampled by default.</param>
/// <param name="Taken">The number of kept traces that match.</param>
/// <param name="Traces">Some of them, in the requested order.</param>
/// <param name="ActorTypes">Actor types that have spans.</param>
/// <param name="MessageTypes">Message types that have spans.</param>
/// <param name="Roots">The first hops of the traces, the most frequent first; at most <see cref="MaxRoots"/>. The list does not depend on the chosen
/// root.</param>
internal sealed record TracesView(
    bool Sampled, bool Limited, int Taken, IReadOnlyList<TraceSummary> Traces, IReadOnlyList<string> ActorTypes, IReadOnlyList<string> MessageTypes,
    IReadOnlyList<TraceRootView> Roots)
{
    private const int Listed = 20;
    private const int MaxRoots = 20;
    private const int Named = 200;

    /// <param name="seen">The observation.</param>
    /// <param name="order"><c>slowest</c>, <c>failed</c> (the latest that failed) or <c>latest</c>.</param>
    /// <param name="actor">Name of an actor type that takes part; null for all.</param>
    /// <param name="message">The same for a message type.</param>
    /// <param name="root">The first hop of the traces; null for all.</param>
    /// <param name="least">Shorter traces are left out.</param>
    public static TracesView From(
        Observation seen, string order, string? actor, string? message, string? root, TimeSpan least) => seen.Traces.Read(traces =>
    {
        var all = traces.ToList();
        var some = all
            .Where(trace => trace.Has(actor, message) && trace.Length >= least && (order != "failed" || trace.HasFailed))
            .ToLookup(trace => TraceRootView.NameOf(trace.Root));
        var matching = some.Where(same => root is null || same.Key == root).SelectMany(same => same).OrderByDescending(trace => trace.Seen).ToList();
        var ordered = order == "slowest" ? matching.OrderByDescending(trace => trace.Length) : matching.AsEnumerable();
        return new TracesView(
            seen.Spans.Samples,
            seen.System.Roots.HasReachedDefault,
            matching.Count,
            [.. ordered.Take(Listed).Select(TraceSummary.From)],
            Names(all, span => span.Actor),
            Names(all, span => span.Message),
            [.. some.Select(TraceRootView.From).OrderByDescending(same => same.Count).Take(MaxRoots)]);
    });

    private static List<string> Names(IEnumerable<SeenTrace> traces, Func<SeenSpan, string?> name) =>
        [.. traces.SelectMany(trace => trace.Spans).Select(name).OfType<string>().Distinct().Take(Named).Order(StringComparer.Ordinal)];
}

/// <summary>Traces with the same first hop.</summary>
/// <param name="Name">The first hop: its name, and the type of its message.</param>
/// <param name="Count">How many there are.</param>
/// <param name="Failed">How many of them failed.</param>
/// <param name="P95Us">The duration that 95 % of them did not exceed, in microseconds.</param>
internal sealed record TraceRootView(string Name, int Count, int Failed, double P95Us)
{
    public static string NameOf(SeenSpan root) =>
        root.Message is { } message && !root.Name.EndsWith(message, StringComparison.Ordinal) ? $"{root.Name} {message}" : root.Name;

    public static TraceRootView From(IGrouping<string, SeenTrace> same)
    {
        List<TimeSpan> lengths = [.. same.Select(trace => trace.Length).Order()];
        return new(
            same.Key, lengths.Count, same.Count(trace => trace.HasFailed),
            Math.Round(lengths[(int)Math.Ceiling(0.95 * lengths.Count) - 1].TotalMicroseconds, 1));
    }
}

/// <summary>One trace in a list. Times in microseconds.</summary>
internal sealed record TraceSummary(string Id, string Name, string? MessageType, DateTime StartedAt, double DurationUs, bool Failed, int Spans)
{
    public static TraceSummary From(SeenTrace trace) => new(
        trace.Id.ToHexString(), trace.Root.Name, trace.Root.Message, trace.Root.Start,
            Math.Round(trace.Length.TotalMicroseconds, 1), trace.HasFailed, trace.Spans.Count);
}
