using Microsoft.Extensions.Logging;
using WebApi.LivePage.Traces;

namespace WebApi.LivePage.Logs;

/// <summary>A line as the page shows it: when, in microseconds after the request began; in which span; whether it tells of a failure.</summary>
internal sealed record LineView(double Start, string Span, string Level, string Text, bool Failed)
{
    /// <summary>The same traces with their lines.</summary>
    public static IReadOnlyList<TraceView> Beside(IEnumerable<TraceView> traces, LineExporter lines) =>
        [.. traces.Select(trace => trace with { Lines = [.. lines.Of(trace.TraceId).Select(line => Of(line, trace.At))] })];

    private static LineView Of(LogLine line, DateTime begin) => new(
        Math.Round((line.At - begin).TotalMicroseconds, 1),
        line.Span.ToHexString(),
        line.Level.ToString(),
        line.Text,
        line.Level >= LogLevel.Error);
}
