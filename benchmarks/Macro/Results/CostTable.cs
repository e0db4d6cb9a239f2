using System.Globalization;
using System.Text;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// What the instrumentation costs, for docs/performance.md: one table, one chart; a table for docs/comparison.md; and one sentence for the README. Where
/// several processors were measured, each figure is the range over them.
/// </summary>
internal static class CostTable
{
    private const string Flood = "tell-3m";

    private static readonly (string Name, string Workload, double Rate)[] Loads =
    [
        ("10,000/s", "steady-10k", 10_000),
        ("100,000/s", "steady-100k", 100_000),
        ("400,000/s", "steady-400k", 400_000),
    ];

    private static readonly (string Collected, string State)[] Lines =
    [
        ("nothing: no listener", "idle"),
        ("metrics", "metrics"),
        ("metrics, spans of 1 % of the traces", "both-1pct"),
        ("spans of all messages", "trace-all"),
        ("by hand: metrics", "hand-metrics"),
        ("by hand: metrics, spans of 1 % of the traces", "hand-both-1pct-same"),
        ("by hand: the same, and the trace of the other 99 %", "hand-both-1pct-kept"),
        ("by hand: spans of all messages", "hand-trace-same"),
    ];

    // what Phobos' page publishes of version 2.10.0, whatever was collected there
    private static readonly (string Collected, string State, string ByHand, string Phobos)[] Compared =
    [
        ("nothing", "idle", "", ""),
        ("metrics", "metrics", "hand-metrics", "0.80"),
        ("metrics, and spans of 1 % of the traces", "both-1pct", "hand-both-1pct-same", ""),
        ("spans of all messages", "trace-all", "hand-trace-same", "\"tracing\" 0.57, \"both\" 0.47"),
    ];

    private static readonly string[] Drawn = ["idle", "metrics", "both-1pct", "hand-both-1pct-kept"];

    /// <summary>Markdown. Each cell of a load has the processor time and the 90th percentile of the latency, beside plain Akka's.</summary>
    public static string Write(IReadOnlyList<Result> records)
    {
        var text = new StringBuilder();
        Add(text, $"| what is collected | state | {string.Join(" | ", Loads.Select(load => load.Name))} | flood |\n");
        Add(text, $"|---|---|{string.Concat(Loads.Select(_ => "--:|"))}--:|\n");
        foreach (var (collected, state) in Lines)
        {
            Add(text, $"| {collected} | `{state}` | {string.Join(" | ", Loads.Select(load => Cell([.. Find(records, load.Workload, state)])))} | {Left(records, state)} |\n");
        }

        Add(text, $"\nFrom the least to the most over {records.Count} processors, the newest record of each. ≈: noise in the worst of them, as the middle half of the turns is wider than the distance to plain Akka.\n\n");
        foreach (var record in records)
        {
            Add(text, $"* [{record.Date}](../{ResultFiles.DocumentOf(record)}): {ResultTable.Conditions(record)}\n");
        }

        return text.ToString();
    }

    /// <summary>For docs/comparison.md: the throughput that is left in the flood.</summary>
    public static string Comparison(IReadOnlyList<Result> records)
    {
        var text = new StringBuilder("| collected | this library | by hand | Phobos 2.10.0, as published |\n|---|--:|--:|--:|\n");
        foreach (var (collected, state, byHand, phobos) in Compared)
        {
            Add(text, $"| {collected} | {Left(records, state)} | {Left(records, byHand)} | {phobos} |\n");
        }

        return text.ToString();
    }

    /// <summary>For the README: what metrics, and metrics with some traces, cost at the middle load.</summary>
    public static string Sentence(IReadOnlyList<Result> records)
    {
        var load = Loads[1];
        return $"At {load.Name.Replace("/s", " messages a second", StringComparison.Ordinal)}, collecting all metrics costs {Cpu("metrics")} more processor time, "
            + $"and metrics plus spans for 1 % of the traces {Cpu("both-1pct")}, on the {records.Count} processors that were measured.";

        string Cpu(string state)
        {
            var rows = Find(records, load.Workload, state).ToList();
            var (least, most) = (SteadyTable.Percent(rows.Min(row => row.CpuRatio)).TrimStart('+'), SteadyTable.Percent(rows.Max(row => row.CpuRatio)).TrimStart('+'));
            return least == most ? most : $"{Bare(least)} to {most}";
        }
    }

    /// <summary>Processor time beside plain Akka, in percent, by load: the worst, and the range over the processors.</summary>
    public static Plot Chart(IReadOnlyList<Result> records) => new(
        "Processor time above plain Akka, %: most of all processors",
        "messages a second",
        [.. Drawn.Select(state => new PlotLine(state, [.. Loads.Select(load => Point(load.Rate, Find(records, load.Workload, state)))]))]);

    /// <summary>The rows of a workload and state, one for each record that has it.</summary>
    public static IEnumerable<Row> Find(IReadOnlyList<Result> records, string workload, string state) => records
        .Select(record => record.Rows.FirstOrDefault(row => row.Workload == workload && row.State == state && row.Iterations > 0)).OfType<Row>();

    private static PlotPoint Point(double rate, IEnumerable<Row> rows)
    {
        var percents = rows.Select(row => ((row.CpuRatio ?? 1) - 1) * 100).DefaultIfEmpty().ToList();
        return new PlotPoint(rate, percents.Max(), percents.Min(), percents.Max());
    }

    private static string Cell(List<Row> rows) => rows.Count == 0
        ? ""
        : $"{Added(rows, row => row.CpuRatio, row => row.IsCpuNoise)}, {Added(rows, row => row.P90Ratio, row => row.IsP90Noise)}";

    private static string Added(List<Row> rows, Func<Row, double?> ratio, Func<Row, bool> isNoise)
    {
        var (least, most) = (SteadyTable.Percent(rows.Min(ratio)), SteadyTable.Percent(rows.Max(ratio)));
        var noise = ResultTable.Noise(isNoise(rows.MaxBy(ratio)!));
        return least == most ? noise + most : $"{noise}{Bare(least)} to {most}";
    }

    private static string Left(IReadOnlyList<Result> records, string state)
    {
        var rows = Find(records, Flood, state).ToList();
        if (rows.Count == 0)
        {
            return "";
        }

        var worst = rows.MinBy(row => row.Ratio)!;
        var (best, least) = (Text(rows.Max(row => row.Ratio)), Text(worst.Ratio));
        return ResultTable.Noise(worst.IsNoise) + (best == least ? best : $"{best} to {least}");

        static string Text(double ratio) => ratio.ToString("0.00", CultureInfo.InvariantCulture);
    }

    private static string Bare(string percent) => percent.Replace(" %", "", StringComparison.Ordinal);

    private static StringBuilder Add(StringBuilder text, FormattableString line) => text.Append(line.ToString(CultureInfo.InvariantCulture));
}
