using System.Diagnostics;
using System.Text.Json.Serialization;
using WebApi.LivePage.Logs;

namespace WebApi.LivePage.Traces;

/// <summary>A trace as the page draws it: hops in order of their tree, times in microseconds from the beginning.</summary>
internal sealed record TraceView(string Id, DateTime At, double Duration, double Total, bool Failed, IReadOnlyList<HopView> Hops)
{
    /// <summary>What was logged in the trace.</summary>
    public IReadOnlyList<LineView> Lines { get; init; } = [];

    [JsonIgnore]
    public ActivityTraceId TraceId => ActivityTraceId.CreateFromString(Id);

    public static TraceView Of(Trace trace)
    {
        var request = trace.Request!;
        var zero = trace.Spans.Min(span => span.Start - span.Wait);
        var hops = new List<HopView>();
        var known = trace.Spans.Select(span => span.Id).ToHashSet();
        var children = trace.Spans.ToLookup(span => known.Contains(span.Parent) ? span.Parent : default);
        Append(hops, children, parent: default, depth: 0, zero);
        return new TraceView(
            trace.Id.ToHexString(),
            request.Start,
            Microseconds(request.Duration),
            Microseconds(trace.Spans.Max(span => span.End) - zero),
            trace.HasFailed,
            hops);
    }

    private static void Append(
        List<HopView> hops, ILookup<ActivitySpanId, SpanRecord> children, ActivitySpanId parent, int depth, DateTime zero)
    {
        foreach (var span in children[parent].OrderBy(span => span.Start))
        {
            hops.Add(new HopView(
                span.Id.ToHexString(),
                depth,
                span.Name,
                span.Message,
                Microseconds(span.Start - zero),
                Microseconds(span.Wait),
                Microseconds(span.Duration),
                span.Error,
                span.Attributes.Select(attribute => new[] { attribute.Key, attribute.Value })));
            Append(hops, children, span.Id, depth + 1, zero);
        }
    }

    private static double Microseconds(TimeSpan time) => Math.Round(time.TotalMicroseconds, 1);
}

/// <summary>One span: it waited for <see cref="Wait"/> until <see cref="Start"/> and then worked for <see cref="Work"/>.</summary>
internal sealed record HopView(
    string Id,
    int Depth,
    string Name,
    string? Message,
    double Start,
    double Wait,
    double Work,
    string? Error,
    IEnumerable<string[]> Attributes);
