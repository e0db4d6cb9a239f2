using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>Says where the time of a trace went. <c>docs/telemetry.md</c> has the definition.</summary>
public static class AkkaCriticalPath
{
    /// <summary>
    /// The critical path of a trace: waiting in which mailbox or stash, working in which handler, awaiting which call. The segments follow each other
    /// without a gap, in the order of time, up to the end of the span that ends last. Any thread. It keeps nothing.
    /// </summary>
    /// <param name="spans">The stopped spans of one trace, in any order, those of other libraries too. Where a span's parent is missing, the path begins there.</param>
    /// <returns>The segments; empty without spans.</returns>
    /// <exception cref="ArgumentException">The spans are of several traces.</exception>
    public static IReadOnlyList<AkkaPathSegment> Of(IEnumerable<Activity> spans)
    {
        ArgumentNullException.ThrowIfNull(spans);
        var trace = spans.ToList();
        return trace.Select(span => span.TraceId).Distinct().Count() <= 1
            ? PathWalk.Over(trace.Select(PathSpan.Of))
            : throw new ArgumentException("The spans are of several traces.", nameof(spans));
    }
}
