using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>docs/operations.md: the thresholds of the health check and the causes of the diagnosis are those of the code.</summary>
public sealed class HealthDocumentSpec
{
    private static readonly Regex MostNamed = new(@"`(MaxNamedActors)` \((\d+)\)");
    private const string Document = "docs/operations.md";

    /// <summary>Cells such as <c>`DegradedRestarts` within `RestartsWithin`: 3 in 1 min</c>.</summary>
    [Fact]
    public void The_thresholds_are_the_options_defaults()
    {
        var limits = Product.TypeOf("HealthLimits");
        var (defaults, most) = (limits.GetProperty("Default")!.GetValue(null), MostNamed.Match(Markdown.Prose(Document, "## Health check")));
        var documented = Markdown.Table(Document, "## Health check")
            .SelectMany(row => new[] { row["degraded"], row["unhealthy"] })
            .Where(cell => cell.Contains(": ", StringComparison.Ordinal))
            .SelectMany(cell => Markdown.Code(cell).Zip(cell.Split(": ")[1].Split(" in "), (name, value) => $"{name} = {value}"))
            .Append($"{most.Groups[1].Value} = {most.Groups[2].Value}");
        Assert.Equal(
            typeof(AkkaHealthCheckOptions).GetProperties().Where(option => option.PropertyType != typeof(string))
                .Select(option => $"{option.Name} = {Shown(limits.GetProperty(option.Name)!.GetValue(defaults))}").Order(StringComparer.Ordinal),
            documented.Order(StringComparer.Ordinal));
    }

    [Fact]
    public void The_causes_are_those_that_the_rules_find()
    {
        var rules = string.Concat(Directory.GetFiles(Repo.PathOf("src/Insight/Diagnosis"), "*.cs").Select(File.ReadAllText));
        var kinds = typeof(AkkaCauseKinds).GetFields().ToDictionary(kind => kind.Name, kind => (string)kind.GetRawConstantValue()!);
        var found = Regex.Matches(rules, @"\bAkkaCauseKinds\.(\w+)").Select(match => match.Groups[1].Value).ToHashSet();
        Assert.Equal(kinds.Keys.Order(StringComparer.Ordinal), found.Order(StringComparer.Ordinal));
        Assert.Equal(
            kinds.Values.Order(StringComparer.Ordinal),
            Markdown.Table(Document, "## Diagnosis").Select(row => Markdown.Plain(row["cause"])).Order(StringComparer.Ordinal));
    }

    [Fact]
    public void The_keys_are_the_kinds_of_findings() =>
        Assert.Equal(
            Constants.Of(typeof(AkkaFindingKinds)).Except([AkkaFindingKinds.LateNode, AkkaFindingKinds.Ended]).Order(StringComparer.Ordinal),
            Markdown.Table(Document, "## Health check").Select(row => Markdown.Plain(row["key"]))
                .Where(key => key.Length > 0).Order(StringComparer.Ordinal));

    private static string Shown(object? value) => value switch
    {
        int.MaxValue => "off",
        TimeSpan time when time < TimeSpan.FromMinutes(1) => $"{time.TotalSeconds} s",
        TimeSpan time => $"{time.TotalMinutes} min",
        _ => string.Create(System.Globalization.CultureInfo.InvariantCulture, $"{value:N0}"),
    };
}
