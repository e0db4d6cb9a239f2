using System.Globalization;
using System.Text;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>What <c>tell-3m</c> says to who wonders whether to switch it on, for the README: a few states, and beside each the same by hand.</summary>
internal static class CostTable
{
    private static readonly IReadOnlyList<(string Who, string State, string? ByHand)> Lines =
    [
        ("nobody", "idle", null),
        ("metrics", "metrics", "hand-metrics"),
        ("metrics, and up to 100 spans a second", "both-budget", "hand-both-budget"),
        ("1 % of the traces", "trace-1pct", "hand-trace-1pct"),
        ("every message a span", "trace-all", "hand-trace-same"),
    ];

    /// <summary>Markdown.</summary>
    public static string Write(Result result)
    {
        var rows = result.Rows.Where(row => row.Workload == "tell-3m").ToDictionary(row => row.State);
        var plain = NanosecondsOf(rows[States.Uninstrumented.Name]);
        var text = new StringBuilder("| who listens | state | ns a message more | throughput of plain Akka's | the same by hand |\n|---|---|--:|--:|--:|\n");
        foreach (var (who, state, byHand) in Lines)
        {
            var hand = byHand is null ? "" : string.Create(CultureInfo.InvariantCulture, $"{rows[byHand].Ratio:0.00} (`{byHand}`)");
            text.Append(CultureInfo.InvariantCulture, $"| {who} | `{state}` | {NanosecondsOf(rows[state]) - plain:0} | {rows[state].Ratio:0.00} | {hand} |\n");
        }

        return text.ToString();
    }

    private static double NanosecondsOf(Row row) => 1e9 / row.MessagesPerSecond;
}
