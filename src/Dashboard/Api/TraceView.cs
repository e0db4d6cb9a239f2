using System.Diagnostics;
using Microsoft.Extensions.Logging;

namespace AkkaInstrumentation;

/// <summary>A trace as the page draws it: hops in the order of their tree, times in microseconds from its begin.</summary>
/// <param name="Id">The trace's id.</param>
/// <param name="At">When it began.</param>
/// <param name="Total">From the start of the first wait to the end of the last hop.</param>
/// <param name="Failed">Whether a hop failed.</param>
/// <param name="Whole">False when it was taken because a hop failed: earlier hops are missing.</param>
/// <param name="Omitted">Hops above the limit.</param>
/// <param name="Hops">The hops.</param>
/// <param name="Lines">What was logged in it.</param>
internal sealed record TraceView(
    string Id, DateTime At, double Total, bool Failed, bool Whole, int Omitted, IReadOnlyList<HopView> Hops, IReadOnlyList<LineView> Lines)
{
    /// <summary>Null when the trace is not kept.</summary>
    public static TraceView? Of(Observation seen, string id) => seen.Traces.Read(traces =>
        traces.FirstOrDefault(trace => trace.Id.ToHexString() == id) is { } trace ? Of(trace) : null);

    public static TraceView Of(SeenTrace trace)
    {
        var zero = trace.Spans.Min(span => span.Begin);
        var known = trace.Spans.Select(span => span.Id).ToHashSet();
        var children = trace.Spans.ToLookup(span => known.Contains(span.Parent) && span.Parent != span.Id ? span.Parent : default);
        var hops = new List<HopView>();
        Append(hops, children, parent: default, depth: 0, zero);
        return new(
            trace.Id.ToHexString(),
            zero,
            HopView.Microseconds(trace.Length),
            trace.HasFailed,
            trace.IsWhole,
            trace.Omitted,
            hops,
            [.. trace.Lines.Select(LineView.Of)]);
    }

    private static void Append(List<HopView> hops, ILookup<ActivitySpanId, SeenSpan> children, ActivitySpanId parent, int depth, DateTime zero)
    {
        foreach (var span in children[parent].OrderBy(span => span.Start))
        {
            hops.Add(HopView.Of(span, depth, zero));
            if (span.Id != default)
            {
                Append(hops, children, span.Id, depth + 1, zero);
            }
        }
    }
}

/// <summary>
/// One span. It was in the stash for <paramref name="Stash"/>, then waited in the mailbox for <paramref name="Wait"/> until
/// <paramref name="Start"/>, and then worked for <paramref name="Work"/>.
/// </summary>
internal sealed record HopView(
    string Id,
    int Depth,
    bool Actor,
    string Name,
    string? Message,
    double Start,
    double Stash,
    double Wait,
    double Work,
    string? Error,
    string? Directive,
    IReadOnlyList<string> Links,
    IReadOnlyList<string[]> Attributes)
{
    public static HopView Of(SeenSpan span, int depth, DateTime zero) => new(
        span.Id.ToHexString(),
        depth,
        span.IsOfActor,
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
internal sealed record LineView(DateTime Time, string Span, string Level, string Category, string Text, bool Failed)
{
    public static LineView Of(SeenLine line) =>
        new(line.At, line.Span.ToHexString(), line.Level.ToString(), line.Category, line.Text, line.Level >= LogLevel.Error);
}
