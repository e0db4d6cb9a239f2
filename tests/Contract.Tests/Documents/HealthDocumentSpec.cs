using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>docs/operations.md: the thresholds of the health check and the causes of the diagnosis are those of the code.</summary>
public sealed partial class HealthDocumentSpec
{
    private const string Document = "docs/operations.md";

    /// <summary>Cells such as <c>`DegradedRestarts` within `RestartsWithin`: 3 in 1 min</c>.</summary>
    [Fact]
    public void The_thresholds_are_the_options_defaults()
    {
        var (options, most) = (new AkkaHealthCheckOptions(), MostNamed().Match(Markdown.Prose(Document, "## Health check")));
        var documented = Markdown.Table(Document, "## Health check")
            .SelectMany(row => new[] { row["degraded"], row["unhealthy"] })
            .Where(cell => cell.Contains(": ", StringComparison.Ordinal))
            .SelectMany(cell => Markdown.Code(cell).Zip(cell.Split(": ")[1].Split(" in "), (name, value) => $"{name} = {value}"))
            .Append($"{most.Groups[1].Value} = {most.Groups[2].Value}");
        Assert.Equal(
            typeof(AkkaHealthCheckOptions).GetProperties().Select(option => $"{option.Name} = {Shown(option.GetValue(options))}").Order(StringComparer.Ordinal),
            documented.Order(StringComparer.Ordinal));
    }

    [Fact]
    public void The_causes_are_those_that_the_rules_find()
    {
        var rules = string.Concat(Directory.GetFiles(Repo.PathOf("src/Insight/Diagnosis"), "*.cs").Select(File.ReadAllText))
            .Replace("SystemHealth.LostNode", $"\"{Product.TypeOf("SystemHealth").GetField("LostNode")!.GetRawConstantValue()}\"", StringComparison.Ordinal);
        Assert.Equal(
            Cause().Matches(rules).Select(match => match.Groups[1].Value).Order(StringComparer.Ordinal),
            Markdown.Table(Document, "## Diagnosis").Select(row => Markdown.Plain(row["cause"])).Order(StringComparer.Ordinal));
    }

    private static string Shown(object? value) => value switch
    {
        null => "off",
        TimeSpan time when time < TimeSpan.FromMinutes(1) => $"{time.TotalSeconds} s",
        TimeSpan time => $"{time.TotalMinutes} min",
        _ => string.Create(System.Globalization.CultureInfo.InvariantCulture, $"{value:N0}"),
    };

    [GeneratedRegex(@"`(MaxNamedActors)` \((\d+)\)")]
    private static partial Regex MostNamed();

    [GeneratedRegex(@"(?:new AkkaCause\(|seen\.Lost\(\s*(?:""\w+""|MessageLoss\.\w+),)\s*""([a-z-]+)""")]
    private static partial Regex Cause();
}
