using System.Globalization;
using System.Text;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>One line per workload: the ratio to plain Akka in each state that the workload was measured in.</summary>
internal static class SummaryTable
{
    /// <summary>Markdown. A column for each state that any of the workloads has.</summary>
    public static string Write(Result result)
    {
        var rows = result.Rows.Where(row => !SteadyTable.Holds(row)).ToList();
        var states = rows.Select(row => row.State).Where(state => state != States.Uninstrumented.Name).Distinct().ToList();
        var text = new StringBuilder($"| workload | {string.Join(" | ", states.Select(state => $"`{state}`"))} |\n|---|{string.Concat(states.Select(_ => "--:|"))}\n");
        foreach (var workload in rows.GroupBy(row => row.Workload))
        {
            var byState = workload.ToDictionary(row => row.State);
            var ratios = states.Select(state => byState.TryGetValue(state, out var row) && row.Iterations > 0 ? ResultTable.Noise(row.IsNoise) + row.Ratio.ToString("0.00", CultureInfo.InvariantCulture) : "");
            text.Append(CultureInfo.InvariantCulture, $"| {workload.Key} | {string.Join(" | ", ratios)} |\n");
        }

        return text.ToString();
    }
}
