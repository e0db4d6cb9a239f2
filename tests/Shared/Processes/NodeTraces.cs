namespace AkkaInstrumentation.Tests;

/// <summary>What spans of several processes must be.</summary>
internal static class NodeTraces
{
    private const string NoSpan = "0000000000000000";

    /// <summary>Asks until a trace has arrived at the other node.</summary>
    public static Task Meet(NodeProcess here, NodeProcess there, ConcurrentBag<NodeSpan> spans)
    {
        var text = $"meet-{Guid.NewGuid():N}";
        return Eventually.True(
            async () =>
            {
                await here.Ask(text, there);
                var requests = TracesOf(text, spans);
                return spans.Any(span => !IsRequest(span) && IsHandling(span) && requests.Contains(span.Trace));
            },
            timeout: TimeSpan.FromSeconds(60));
    }

    /// <summary>Each request has a trace of its own, and no span has a parent that is nowhere.</summary>
    /// <param name="text">What the requests' texts begin with.</param>
    /// <param name="spans">Of all processes.</param>
    /// <param name="requests">How many there were.</param>
    /// <param name="handlers">How many messages of them were handled by nodes with this library.</param>
    public static async Task AreWhole(string text, ConcurrentBag<NodeSpan> spans, int requests, int handlers)
    {
        await Eventually.Equal((requests, requests + handlers), () =>
        {
            var traces = TracesOf(text, spans);
            return (traces.Count, spans.Count(span => traces.Contains(span.Trace) && IsHandling(span)));
        });
        await Eventually.Passes(() =>
        {
            var ids = spans.Select(span => (span.Trace, span.Id)).ToHashSet();
            Assert.All(spans.Where(span => span.Parent != NoSpan), span => Assert.Contains((span.Trace, span.Parent), ids));
        });
    }

    private static HashSet<string> TracesOf(string text, ConcurrentBag<NodeSpan> spans) =>
        [.. spans.Where(span => span.Name.StartsWith($"request {text}", StringComparison.Ordinal)).Select(span => span.Trace)];

    // neither the sending of a message nor an Ask
    private static bool IsHandling(NodeSpan span) =>
        span.Kind != nameof(ActivityKind.Producer) && !span.Name.StartsWith("ask ", StringComparison.Ordinal);

    private static bool IsRequest(NodeSpan span) => span.Name.StartsWith("request ", StringComparison.Ordinal);
}
