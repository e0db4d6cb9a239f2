using System.Globalization;
using System.Text.Json.Serialization;
using BenchmarkDotNet.Reports;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>One measured case.</summary>
/// <param name="Stage">The class that measured it.</param>
/// <param name="What">The benchmark's description.</param>
/// <param name="Case">Its parameters by name.</param>
/// <param name="Nanoseconds">Median of one operation's time over the iterations.</param>
/// <param name="Spread">Half of what the middle half of the iterations spans, in nanoseconds.</param>
/// <param name="Bytes">Allocated by one operation.</param>
internal sealed record MicroRow(
    string Stage, string What, IReadOnlyDictionary<string, string> Case, double Nanoseconds, double Spread, double Bytes)
{
    [JsonIgnore]
    public string Key => $"{Stage}, {What}, {string.Join(", ", Case)}";

    public static IEnumerable<MicroRow> Of(IEnumerable<Summary> summaries) =>
        from summary in summaries
        from report in summary.Reports
        where report is { Success: true, ResultStatistics: not null }
        let benchmark = report.BenchmarkCase
        select new MicroRow(
            benchmark.Descriptor.Type.Name,
            benchmark.Descriptor.WorkloadMethodDisplayInfo.Trim('\''),
            benchmark.Parameters.Items.ToDictionary(item => item.Name, item => string.Create(CultureInfo.InvariantCulture, $"{item.Value}")),
            Math.Round(report.ResultStatistics!.Median, 2),
            Math.Round(report.ResultStatistics.InterquartileRange / 2, 2),
            Math.Round((double)report.GcStats.GetTotalAllocatedBytes(excludeAllocationQuantumSideEffects: true)! / report.GcStats.TotalOperations, 1));
}
