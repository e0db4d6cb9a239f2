using System.Text.Json;
using Microsoft.Extensions.Logging;

namespace AkkaInstrumentation;

/// <summary>
/// A trace as the page draws it: hops in the order of their tree, times in microseconds from its start. A node also sends its part of a trace to
/// another node in this form.
/// </summary>
/// <param name="Id">The trace's id.</param>
/// <param name="StartedAt">When it began.</param>
/// <param name="DurationUs">From the start of the first wait to the end of the last hop.</param>
/// <param name="Failed">Whether a hop failed.</param>
/// <param name="Whole">False when it was taken because a hop failed, and hops are missing.</param>
/// <param name="Omitted">The number of hops above the limit.</param>
/// <param name="Hops">The hops.</param>
/// <param name="Lines">The log lines of the trace.</param>
/// <param name="Nodes">The nodes of the cluster that have a part, and those that may have one; empty without a cluster.</param>
internal sealed record TraceView(
    string Id, DateTime StartedAt, double DurationUs, bool Failed, bool Whole, int Omitted, IReadOnlyList<HopView> Hops,
        IReadOnlyList<LineView> Lines, IReadOnlyList<TraceNodeView> Nodes)
{
    /// <summary>The largest number of hops, for all nodes together.</summary>
    public const int MaxHops = 1_000;

    /// <summary>The part of this node; null when it has none.</summary>
    public static TraceView? From(Observation seen, string id) => seen.Traces.Read(id, From);

    public static TraceView From(SeenTrace trace)
    {
        var zero = trace.Spans.Min(span => span.Begin);
        return new(
            trace.Id.ToHexString(),
            zero,
            HopView.Microseconds(trace.Length),
            trace.HasFailed,
            trace.IsWhole,
            trace.Omitted,
            InOrder([.. trace.Spans.Select(span => HopView.From(span, zero))]),
            [.. trace.Lines.Select(LineView.From)],
            []);
    }

    /// <summary>Combines the parts that nodes have of one trace. Each node has its own clock, and a hop is shown at the time of its node's
    /// clock.</summary>
    /// <param name="parts">At least one part; that of this node comes first. Parts may come from other versions.</param>
    public static TraceView From(IReadOnlyList<(string Node, TraceView Part)> parts)
    {
        var zero = parts.Min(part => part.Part.StartedAt);
        var all = parts
            .SelectMany(part => (part.Part.Hops ?? []).Where(hop => hop is { Id: not null, Name: not null }).Select(hop => hop with
            {
                Node = part.Node,
                StartUs = hop.StartUs + HopView.Microseconds(part.Part.StartedAt - zero),
                Links = hop.Links ?? [],
                Attributes = hop.Attributes ?? [],
            }))
            .DistinctBy(hop => hop.Id)
            .OrderBy(hop => hop.StartUs)
            .ToList();
        return new(
            parts[0].Part.Id,
            zero,
            all.Select(hop => hop.StartUs + hop.WorkUs).DefaultIfEmpty().Max(),
            parts.Any(part => part.Part.Failed),
            parts.All(part => part.Part.Whole),
            parts.Sum(part => part.Part.Omitted) + Math.Max(0, all.Count - MaxHops),
            InOrder([.. all.Take(MaxHops)]),
            [.. parts.SelectMany(part => part.Part.Lines ?? []).Where(line => line is { Text: not null }).OrderBy(line => line.At)],
            []);
    }

    /// <summary>Shortens the trace until it fits into an answer to another node: without log lines if it is long, then without attributes, then with
    /// fewer hops.</summary>
    public JsonElement Shortened() => NodeAnswers.Fitting(this, DashboardJson.Default.TraceView, part => part switch
    {
        { Lines.Count: > 0 } => part with { Lines = [] },
        _ when part.Hops.Any(hop => hop.Attributes.Count > 0) => part with { Hops = [.. part.Hops.Select(hop => hop with { Attributes = [] })] },
        _ => part with { Hops = [.. part.Hops.Take(part.Hops.Count / 2)], Omitted = part.Omitted + part.Hops.Count - (part.Hops.Count / 2) },
    });

    // Hops of a forged trace may be each other's parents. The first of them is then treated as one without a parent.
    private static List<HopView> InOrder(IReadOnlyList<HopView> hops)
    {
        var known = hops.Select(hop => hop.Id).ToHashSet();
        var children = hops.OrderBy(hop => hop.StartUs)
            .ToLookup(hop => hop.ParentId is not null && known.Contains(hop.ParentId) && hop.ParentId != hop.Id ? hop.ParentId : "");
        var placed = new HashSet<HopView>(ReferenceEqualityComparer.Instance);
        var ordered = new List<HopView>();
        foreach (var hop in children[""].Concat(hops.OrderBy(hop => hop.StartUs)))
        {
            Place(hop, depth: 0);
        }

        return ordered;

        void Place(HopView hop, int depth)
        {
            if (!placed.Add(hop))
            {
                return;
            }

            ordered.Add(hop with { Depth = depth });
            foreach (var child in hop.Id.Length > 0 ? children[hop.Id] : [])
            {
                Place(child, depth + 1);
            }
        }
    }
}

/// <summary>A node that may have a part of a trace.</summary>
/// <param name="Address">Its address.</param>
/// <param name="State">Whether it answers: <see cref="NodeAnswer.State"/>.</param>
/// <param name="Hops">The number of hops from that node.</param>
internal sealed record TraceNodeView(string Address, string State, int Hops);

/// <summary>
/// One span. It was in the stash for <paramref name="StashUs"/>, then waited in the mailbox for <paramref name="WaitUs"/> until
/// <paramref name="StartUs"/>, and then worked for <paramref name="WorkUs"/>. <paramref name="Node"/> is null without a cluster.
/// </summary>
internal sealed record HopView(
    string Id,
    string? ParentId,
    int Depth,
    string? Node,
    bool IsMessage,
    string Name,
    string? MessageType,
    double StartUs,
    double StashUs,
    double WaitUs,
    double WorkUs,
    string? ErrorType,
    string? Directive,
    IReadOnlyList<string> Links,
    IReadOnlyList<string[]> Attributes)
{
    public static HopView From(SeenSpan span, DateTime zero) => new(
        span.Id.ToHexString(),
        span.Parent == default ? null : span.Parent.ToHexString(),
        Depth: 0,
        Node: null,
        span.IsMessage,
        span.Name,
        span.Message,
        Microseconds(span.Start - zero),
        Microseconds(span.Stash),
        Microseconds(span.Wait),
        Microseconds(span.Duration),
        span.Error,
        span.Directive,
        span.Links,
        [.. span.Attributes.Select(attribute => new[] { attribute.Key, attribute.Value })]);

    public static double Microseconds(TimeSpan time) => Math.Round(time.TotalMicroseconds, 1);
}

/// <summary>One log line.</summary>
internal sealed record LineView(DateTime At, string SpanId, string Level, string Category, string Text, bool Failed)
{
    public static LineView From(SeenLine line) =>
        new(line.At, line.Span.ToHexString(), line.Level.ToString(), line.Category, line.Text, line.Level >= LogLevel.Error);
}
