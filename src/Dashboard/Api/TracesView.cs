namespace AkkaInstrumentation;

/// <summary>Traces of the last minute.</summary>
/// <param name="Sampled">Whether the dashboard samples by itself, because nobody else listens to spans.</param>
/// <param name="Limited">Whether more traces began than are sampled by default.</param>
/// <param name="Taken">Traces that are kept, of those that match.</param>
/// <param name="Traces">Some of them, in the order asked for.</param>
/// <param name="ActorTypes">Actor types that have spans.</param>
/// <param name="MessageTypes">Message types that have spans.</param>
internal sealed record TracesView(
    bool Sampled, bool Limited, int Taken, IReadOnlyList<TraceSummary> Traces, IReadOnlyList<string> ActorTypes, IReadOnlyList<string> MessageTypes)
{
    private const int Listed = 20;
    private const int Named = 200;

    /// <param name="seen">The observation.</param>
    /// <param name="order"><c>slowest</c>, <c>failed</c> (the latest that failed) or <c>latest</c>.</param>
    /// <param name="actor">Name of an actor type that takes part; null for all.</param>
    /// <param name="message">The same for a message type.</param>
    public static TracesView From(Observation seen, string order, string? actor, string? message) => seen.Traces.Read(traces =>
    {
        var all = traces.ToList();
        var matching = all.Where(trace => trace.Has(actor, message) && (order != "failed" || trace.HasFailed)).ToList();
        var ordered = order == "slowest" ? matching.OrderByDescending(trace => trace.Length) : matching.AsEnumerable();
        return new TracesView(
            seen.Spans.Samples,
            seen.System.Roots.HasReachedDefault,
            matching.Count,
            [.. ordered.Take(Listed).Select(TraceSummary.From)],
            Names(all, span => span.Actor),
            Names(all, span => span.Message));
    });

    private static List<string> Names(IEnumerable<SeenTrace> traces, Func<SeenSpan, string?> name) =>
        [.. traces.SelectMany(trace => trace.Spans).Select(name).OfType<string>().Distinct().Take(Named).Order(StringComparer.Ordinal)];
}

/// <summary>One trace in a list. Times in microseconds.</summary>
internal sealed record TraceSummary(string Id, string Name, string? MessageType, DateTime StartedAt, double DurationUs, bool Failed, int Spans)
{
    public static TraceSummary From(SeenTrace trace) => new(
        trace.Id.ToHexString(), trace.Root.Name, trace.Root.Message, trace.Root.Start,
            Math.Round(trace.Length.TotalMicroseconds, 1), trace.HasFailed, trace.Spans.Count);
}
