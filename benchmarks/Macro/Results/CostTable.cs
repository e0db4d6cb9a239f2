using System.Globalization;
using System.Text;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>The cost by <c>tell-3m</c> in four states, for the README, each beside the same telemetry written by hand.</summary>
internal static class CostTable
{
    public const string Workload = "tell-3m";

    private static readonly IReadOnlyList<(string Collected, string State, string? ByHand)> Lines =
    [
        ("nothing: no listener", "idle", null),
        ("metrics", "metrics", "hand-metrics"),
        ("spans of 1 % of the traces", "trace-1pct", "hand-trace-1pct"),
        ("a span for every message (default sampling)", "trace-all", "hand-trace-same"),
    ];

    /// <summary>Markdown.</summary>
    public static string Write(Result result)
    {
        var rows = result.Rows.Where(row => row.Workload == Workload).ToDictionary(row => row.State);
        var plain = NanosecondsOf(rows[States.Uninstrumented.Name]);
        var text = new StringBuilder("| what is collected | state | added ns per message | throughput (plain Akka = 1) | the same by hand |\n|---|---|--:|--:|--:|\n");
        foreach (var (collected, state, byHand) in Lines)
        {
            var hand = byHand is null ? "" : string.Create(CultureInfo.InvariantCulture, $"{rows[byHand].Ratio:0.00} (`{byHand}`)");
            var added = Math.Round(NanosecondsOf(rows[state]) - plain) is not 0 and var rounded ? rounded : 0;
            text.Append(CultureInfo.InvariantCulture, $"| {collected} | `{state}` | {added:0} | {rows[state].Ratio:0.00} | {hand} |\n");
        }

        return text.ToString();
    }

    private static double NanosecondsOf(Row row) => 1e9 / row.MessagesPerSecond;
}
