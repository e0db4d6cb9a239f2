using System.Globalization;
using System.Text;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>The workloads with a constant rate: processor time and latencies, each beside plain Akka's.</summary>
internal static class SteadyTable
{
    /// <summary>Markdown, one table for each workload.</summary>
    public static string Write(IEnumerable<Row> rows)
    {
        var text = new StringBuilder();
        foreach (var workload in rows.GroupBy(row => row.Workload))
        {
            Write(text, Workloads.Named(workload.Key), [.. workload]);
        }

        return text.ToString();
    }

    public static bool Holds(Row row) => Workloads.Named(row.Workload).IsPaced;

    private static void Write(StringBuilder text, IWorkload workload, IReadOnlyList<Row> rows)
    {
        Line(text, $"\n**{workload.Name}**: {workload.What}\n");
        Line(text, $"| state | CPU s per 1,000,000 messages | beside plain Akka | p50 µs | p90 µs | p99 µs | p99.9 µs | bytes/message added |");
        Line(text, $"|---|--:|--:|--:|--:|--:|--:|--:|");
        foreach (var row in rows)
        {
            if (row is not { Latencies: { } latencies })
            {
                Line(text, $"| {row.State} | {row.Problem} | | | | | | |");
                continue;
            }

            var cpu = workload.MeasuresProcessorTime ? string.Create(CultureInfo.InvariantCulture, $"{row.CpuNanosecondsPerMessage / 1e3:0.00}") : "";
            Line(text, $"| {row.State} | {cpu} | {ResultTable.Noise(row.IsCpuNoise)}{Percent(row.CpuRatio)} | {With(latencies.P50, row.P50Ratio)} | {With(latencies.P90, row.P90Ratio, row.IsP90Noise)} | {latencies.P99:0} | {latencies.P999:0} | {row.BytesAdded:0.0} |");
        }
    }

    private static string With(double value, double? ratio, bool isNoise = false) => ratio is null
        ? string.Create(CultureInfo.InvariantCulture, $"{value:0}")
        : string.Create(CultureInfo.InvariantCulture, $"{value:0} ({ResultTable.Noise(isNoise)}{Percent(ratio)})");

    /// <summary>A ratio as what it adds: <c>+5 %</c>.</summary>
    public static string Percent(double? ratio) => ratio is { } known ? string.Create(CultureInfo.InvariantCulture, $"{(known - 1) * 100:+0;-0;0} %") : "";

    private static void Line(StringBuilder text, FormattableString line) =>
        text.Append(line.ToString(CultureInfo.InvariantCulture)).Append('\n');
}
