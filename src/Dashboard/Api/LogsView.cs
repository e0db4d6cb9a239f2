using Microsoft.Extensions.Logging;

namespace AkkaInstrumentation;

/// <summary>The application's latest log lines.</summary>
/// <param name="Kept">The largest number of warnings and errors that are kept, and also of other lines.</param>
/// <param name="Omitted">Lines that were left out because too many came in a second.</param>
/// <param name="Matching">Lines that match.</param>
/// <param name="Lines">The latest of them first, at most <see cref="Listed"/>.</param>
internal sealed record LogsView(int Kept, long Omitted, int Matching, IReadOnlyList<LogLineView> Lines)
{
    private const int Listed = 200;

    public static LogsView From(Observation seen, LogLevel least, string contains, DateTime from, DateTime to)
    {
        var (all, omitted) = seen.Lines?.Read(least, contains) ?? ([], 0);
        var lines = all.Where(line => line.What.At >= from && line.What.At <= to).ToList();
        return new(LineRing.Kept, omitted, lines.Count, [.. lines.Take(Listed).Select(line => LogLineView.From(line, seen.Traces))]);
    }
}

/// <summary>One line.</summary>
/// <param name="At">When its logger got it, UTC.</param>
/// <param name="Level">Its level.</param>
/// <param name="Category">Category of the <see cref="ILogger"/>.</param>
/// <param name="Text">The first line of its text.</param>
/// <param name="Failed">Whether it reports an error.</param>
/// <param name="TraceId">The trace in which it was logged; null for none.</param>
/// <param name="TraceKept">Whether the page can show that trace.</param>
internal sealed record LogLineView(DateTime At, string Level, string Category, string Text, bool Failed, string? TraceId, bool TraceKept)
{
    public static LogLineView From(RecentLine line, TraceStore traces) => new(
        line.What.At,
        line.What.Level.ToString(),
        line.What.Category,
        line.What.Text,
        line.What.Level >= LogLevel.Error,
        line.Trace == default ? null : line.Trace.ToHexString(),
        traces.Find(line.Trace) is { HasActors: true });
}
