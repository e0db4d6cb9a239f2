using System.Globalization;
using System.Text.Json;

namespace AkkaInstrumentation.Tests;

/// <summary>What the documents say of throughput is what the last whole run on the real Akka has recorded.</summary>
public sealed class RecordedFiguresSpec
{
    private const string Workload = "tell-3m";
    private const string Steady = "steady-100k";

    private static readonly IReadOnlyList<Figures> Recorded = Read();

    private static Figures Plain => Of("uninstrumented");

    [Fact]
    public void The_readme_has_the_recorded_cost()
    {
        var rows = Markdown.Table("README.md", "### When the actor can take no more");
        Assert.Equal(["idle", "metrics", "trace-1pct", "trace-all"], rows.Select(row => Markdown.Plain(row["state"])));
        Assert.All(rows, row =>
        {
            var state = Of(Markdown.Plain(row["state"]));
            Assert.Equal(Text(state.Ratio), row["throughput (plain Akka = 1)"]);
            var added = Text((1e9 / state.PerSecond) - (1e9 / Plain.PerSecond), "0");
            Assert.Equal(added == "-0" ? "0" : added, row["added ns per message"]);
            Assert.Equal(state.State != "idle", Markdown.Code(row["the same by hand"]).Count == 1);
            Assert.All(Markdown.Code(row["the same by hand"]), hand => Assert.Equal($"{Text(Of(hand).Ratio)} (`{hand}`)", row["the same by hand"]));
        });
    }

    [Fact]
    public void The_readme_begins_with_the_recorded_steady_load()
    {
        var rows = Markdown.Table("README.md", "### When the system is far from its limit");
        var recorded = Recorded.Where(row => row.Workload == Steady).ToList();
        Assert.Equal(recorded.Select(row => row.State), rows.Select(row => row["state"]));
        Assert.All(recorded.Zip(rows), pair => AssertSteady(pair.First, pair.Second));
    }

    [Fact]
    public void The_document_about_performance_has_every_recorded_row_of_the_steady_loads()
    {
        var document = Repo.ReadLines("docs/performance.md").ToList();
        var steady = Recorded.Where(row => row.P90 is not null).ToList();
        Assert.NotEmpty(steady);
        Assert.All(steady, row => Assert.Contains(
            document,
            line => line.StartsWith($"| {row.State} | ", StringComparison.Ordinal) && line.Contains($"| {Text(row.P90!.Value, "0")}", StringComparison.Ordinal)));
    }

    [Fact]
    public void The_document_about_performance_has_every_recorded_row()
    {
        var document = Repo.ReadLines("docs/performance.md").ToList();
        Assert.NotEmpty(Recorded);
        Assert.All(Recorded.Where(row => row.P90 is null), row => Assert.Contains(
            document,
            line => line.StartsWith($"| {row.State} | {Text(row.PerSecond, "N0")} | {Text(row.Ratio)} |", StringComparison.Ordinal)));
    }

    [Fact]
    public void The_summary_of_the_other_workloads_has_every_recorded_ratio()
    {
        var summary = Markdown.Table("docs/performance.md", "## Summary of the other workloads");
        Assert.Equal(Recorded.Where(row => row.P90 is null).Select(row => row.Workload).Where(name => name != Workload).Distinct(), summary.Select(row => row["workload"]));
        Assert.All(summary, row =>
        {
            var recorded = Recorded.Where(other => other.Workload == row["workload"] && other.State != "uninstrumented").ToList();
            Assert.Equal(
                recorded.Select(other => $"{other.State} {Text(other.Ratio)}").Order(StringComparer.Ordinal),
                row.Where(cell => cell.Key != "workload" && cell.Value.Length > 0).Select(cell => $"{Markdown.Plain(cell.Key)} {cell.Value}").Order(StringComparer.Ordinal));
        });
    }

    private static Figures Of(string state) => Recorded.Single(row => row.Workload == Workload && row.State == state);

    private static string Text(double value, string format = "0.00") => value.ToString(format, CultureInfo.InvariantCulture);

    private static List<Figures> Read()
    {
        using var file = JsonDocument.Parse(Repo.Read("benchmarks/results/latest.json"));
        return [.. file.RootElement.GetProperty("rows").EnumerateArray().Select(row => new Figures(
            row.GetProperty("workload").GetString()!,
            row.GetProperty("state").GetString()!,
            row.GetProperty("messagesPerSecond").GetDouble(),
            row.GetProperty("ratio").GetDouble(),
            row.GetProperty("cpuNanosecondsPerMessage").GetDouble(),
            row.TryGetProperty("latencies", out var latencies) ? latencies.GetProperty("p90").GetDouble() : null))];
    }

    private static void AssertSteady(Figures recorded, IReadOnlyDictionary<string, string> row)
    {
        Assert.Equal(Text(recorded.Cpu / 1e3), row["CPU s per 1,000,000 messages"]);
        Assert.Equal(Text(recorded.P90!.Value, "0"), row["p90 µs"].Split(' ')[0]);
    }

    private sealed record Figures(string Workload, string State, double PerSecond, double Ratio, double Cpu, double? P90);
}
