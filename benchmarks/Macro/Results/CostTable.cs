using System.Globalization;
using System.Text;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// What the instrumentation costs, for docs/performance.md: one table, one chart; a table for docs/comparison.md; and one sentence for the README.
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
    public static string Write(Result result)
    {
        var text = new StringBuilder();
        Add(text, $"| what is collected | state | {string.Join(" | ", Loads.Select(load => load.Name))} | flood |\n");
        Add(text, $"|---|---|{string.Concat(Loads.Select(_ => "--:|"))}--:|\n");
        foreach (var (collected, state) in Lines)
        {
            Add(text, $"| {collected} | `{state}` | {string.Join(" | ", Loads.Select(load => Cell(Find(result, load.Workload, state))))} | {Find(result, Flood, state)?.Ratio:0.00} |\n");
        }

        return Add(text, $"\n{ResultTable.Conditions(result)}").ToString();
    }

    /// <summary>For docs/comparison.md: the throughput that is left in the flood.</summary>
    public static string Comparison(Result result)
    {
        var text = new StringBuilder("| collected | this library | by hand | Phobos 2.10.0, as published |\n|---|--:|--:|--:|\n");
        foreach (var (collected, state, byHand, phobos) in Compared)
        {
            Add(text, $"| {collected} | {Find(result, Flood, state)?.Ratio:0.00} | {Find(result, Flood, byHand)?.Ratio:0.00} | {phobos} |\n");
        }

        return text.ToString();
    }

    /// <summary>For the README: what metrics, and metrics with some traces, cost at the middle load.</summary>
    public static string Sentence(Result result)
    {
        var load = Loads[1];
        return $"At {load.Name.Replace("/s", " messages a second", StringComparison.Ordinal)}, collecting all metrics costs {Cpu(result, load.Workload, "metrics")}; "
            + $"metrics plus spans for 1 % of the traces cost {Cpu(result, load.Workload, "both-1pct")}.";
    }

    /// <summary>Processor time beside plain Akka, in percent, by load.</summary>
    public static Plot Chart(Result result) => new(
        "Processor time above plain Akka, %",
        "messages a second",
        [.. Drawn.Select(state => new PlotLine(state, [.. Loads.Select(load => Point(load.Rate, Find(result, load.Workload, state)))]))]);

    private static PlotPoint Point(double rate, Row? row)
    {
        var percent = ((row?.CpuRatio ?? 1) - 1) * 100;
        return new PlotPoint(rate, percent, percent, percent);
    }

    private static string Cell(Row? row) => row is null ? "" : $"{SteadyTable.Percent(row.CpuRatio)}, {SteadyTable.Percent(row.P90Ratio)}";

    // below half a percent it is noise
    private static string Cpu(Result result, string workload, string state) =>
        Find(result, workload, state)?.CpuRatio is >= 1.005 and var ratio
            ? $"{SteadyTable.Percent(ratio).TrimStart('+')} more processor time"
            : "no measurable processor time";

    private static Row? Find(Result result, string workload, string state) =>
        result.Rows.FirstOrDefault(row => row.Workload == workload && row.State == state && row.Iterations > 0);

    private static StringBuilder Add(StringBuilder text, FormattableString line) => text.Append(line.ToString(CultureInfo.InvariantCulture));
}
