using System.Globalization;
using System.Text;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>Results as Markdown: for people, on the console and in the documents.</summary>
internal static class ResultTable
{
    public static string Write(Result result)
    {
        var text = new StringBuilder();
        Line(text, $"{Conditions(result)}, `{$"dotnet run -c Release --project benchmarks/Macro -- {result.Arguments}".TrimEnd(' ', '-')}`");
        if (result.NotBuilt.Count > 0)
        {
            Line(text, $"Not built yet: {string.Join(", ", result.NotBuilt)}");
        }

        return text.Append(CultureInfo.InvariantCulture, $"\nRatios to plain Akka's throughput. ≈: the middle half is wider than the distance to plain Akka, so the difference is noise:\n\n{SummaryTable.Write(result)}").Append(Tables(result)).ToString();
    }

    /// <summary>What a figure must name beside itself.</summary>
    public static string Conditions(Result result) =>
        $"{result.Machine}, {result.Cores} cores; {result.Runtime}; {result.GarbageCollector} GC; Akka {result.Akka}, OpenTelemetry {result.OpenTelemetry}; {result.Date}";

    private static string Tables(Result result)
    {
        var text = new StringBuilder();
        foreach (var workload in result.Rows.Where(row => !SteadyTable.Holds(row)).GroupBy(row => row.Workload))
        {
            text.Append('\n');
            Write(text, workload.Key, [.. workload]);
        }

        return text.Append(SteadyTable.Write(result.Rows.Where(SteadyTable.Holds))).ToString();
    }

    private static void Write(StringBuilder text, string workload, IReadOnlyList<Row> rows)
    {
        var iterations = rows.Where(row => row.Iterations > 0 && row.State != States.Uninstrumented.Name).Select(row => row.Iterations).Distinct().Order();
        Line(text, $"**{workload}**: {Workloads.Named(workload).What}; {rows[0].Messages:N0} messages an iteration, {string.Join(" or ", iterations)} iterations a state");
        Line(text, $"");
        Line(text, $"| state | messages/s | ratio | middle half | bytes/message | added | CPU ns/message | pool items/message | GC pause ns/message | GC 0/1/2 | spans per message | values per message |");
        Line(text, $"|---|--:|--:|:-:|--:|--:|--:|--:|--:|--:|--:|--:|");
        foreach (var row in rows)
        {
            Write(text, row);
        }

        // a state that was measured in some rounds has figures and a problem
        foreach (var row in rows.Where(row => row is { Iterations: > 0, Problem: not null }))
        {
            Line(text, $"\n{row.State}: {row.Problem}");
        }
    }

    private static void Write(StringBuilder text, Row row)
    {
        if (row.Iterations == 0)
        {
            Line(text, $"| {row.State} | {row.Problem} | | | | | | | | | | |");
            return;
        }

        var plain = row.State == States.Uninstrumented.Name;
        Line(text, $"| {row.State} | {row.MessagesPerSecond:N0} | {Noise(row.IsNoise && !plain)}{row.Ratio:0.00} | {(plain ? "" : $"{row.RatioLow:0.00} - {row.RatioHigh:0.00}")} | {row.BytesPerMessage:0.0} | {(plain ? "" : $"{row.BytesAdded:0.0}")} | {row.CpuNanosecondsPerMessage:0} | {row.PoolItemsPerMessage:0.000} | {row.GcPauseNanosecondsPerMessage:0.0} | {row.Gen0:0}/{row.Gen1:0}/{row.Gen2:0} | {PerMessage(row.SpansExported, row)} | {PerMessage(row.PointsRecorded, row)} |");
    }

    /// <summary>Stands before a figure whose middle half is wider than its distance to plain Akka.</summary>
    public static string Noise(bool isNoise) => isNoise ? "≈ " : "";

    private static string PerMessage(long count, Row row) =>
        count == 0 ? "" : ((double)count / row.MessagesInAll).ToString("0.000", CultureInfo.InvariantCulture);

    private static void Line(StringBuilder text, FormattableString line) =>
        text.Append(line.ToString(CultureInfo.InvariantCulture)).Append('\n');
}
