using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>What <c>metrics.excluded-attributes</c> allows is what docs/telemetry.md has of observable metrics.</summary>
public sealed class ExcludedAttributesSpec
{
    private static readonly Regex Allowed = new(@"allowed are (?<all>(?:[a-z_.]+, )+[a-z_.]*[a-z_])");

    private static ILookup<bool, MetricsTable.Metric> ByWhetherAllowed { get; } = MetricsTable.Rows.Concat(MetricsTable.Messaging)
        .ToLookup(row => row.Instrument.StartsWith("Observable", StringComparison.Ordinal) && !row.IsOfProcess);

    [Fact]
    public void Allowed_are_the_attributes_of_observable_metrics() =>
        Assert.Equal(
            ByWhetherAllowed[true].SelectMany(row => row.Further).SelectMany(Markdown.Code)
                .Concat(["akka.actor.category"]).Distinct().Order(StringComparer.Ordinal),
            Allowed.Match(ProblemOf(["akka.actor.path"])).Groups["all"].Value.Split(", "));

    [Fact]
    public async Task Each_observable_metric_is_allowed()
    {
        await using var system = Systems.Instrumented(Setting([.. ByWhetherAllowed[true].Select(row => $"{row.Name}/error.type")]));
        Assert.NotNull(system.System);
    }

    [Fact]
    public void No_other_is()
    {
        var entries = ByWhetherAllowed[false].Select(row => $"{row.Name}/error.type").ToList();
        var problem = ProblemOf([.. entries]);
        Assert.All(entries, entry => Assert.Contains($"excluded-attributes = {entry}, ", problem, StringComparison.Ordinal));
    }

    private static string ProblemOf(string[] entries) => $"{Assert.ThrowsAny<Exception>(() => Systems.Instrumented(Setting(entries)))}";

    private static string Setting(string[] entries) =>
        $"akka.instrumentation.metrics.excluded-attributes = [{string.Join(", ", entries.Select(entry => $"\"{entry}\""))}]";
}
