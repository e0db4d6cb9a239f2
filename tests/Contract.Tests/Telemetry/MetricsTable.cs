using System.Globalization;
using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>docs/telemetry.md, Metrics, as data.</summary>
internal static class MetricsTable
{
    private static readonly Regex Advice = new(@"(?<values>seconds|batches|events|bytes): (?<bounds>[0-9.]+(?:, [0-9.]+)+)");
    private const string Document = "docs/telemetry.md";
    private const string Heading = "## Metrics";

    public static IReadOnlyList<Metric> Rows { get; } = Below(Heading);

    /// <summary>The metrics that a switch adds.</summary>
    public static IReadOnlyList<Metric> Messaging { get; } = Below("### Metrics of the messaging conventions");

    /// <summary>The attributes that all metrics have.</summary>
    public static IReadOnlyList<string> CommonAttributes { get; } =
        Markdown.Code(Regex.Match(Markdown.Prose(Document, Heading), @"Every metric has .+?;").Value);

    /// <summary>The bucket bounds that histograms advise.</summary>
    /// <param name="values">What they measure, as the list begins: <c>seconds</c>.</param>
    public static IReadOnlyList<double> Bounds(string values) =>
        [.. Advice.Matches(Markdown.Prose(Document, Heading)).Single(match => match.Groups["values"].Value == values).Groups["bounds"].Value
            .Split(',', StringSplitOptions.TrimEntries)
            .Select(bound => double.Parse(bound, CultureInfo.InvariantCulture))];

    private static IReadOnlyList<Metric> Below(string heading) => [.. Markdown.Table(Document, heading).Select(row => new Metric(
        Markdown.Plain(row["name"]),
        row["instrument"],
        Markdown.Plain(row["unit"]),
        row["meaning"],
        [.. row["further attributes"].Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)]))];

    /// <param name="Further">As written: <c>`error.type` if it failed</c>.</param>
    public sealed record Metric(string Name, string Instrument, string Unit, string Meaning, IReadOnlyList<string> Further)
    {
        private const string IfFailed = " if it failed";
        private const string Process = "of the process";

        public bool IsOfProcess => Further.Contains(Process);

        public bool DependsOnFailure => Further.Any(attribute => attribute.EndsWith(IfFailed, StringComparison.Ordinal));

        public IEnumerable<string> Attributes(bool failed) => (IsOfProcess ? [] : CommonAttributes)
            .Concat(Further
                .Where(attribute => attribute != Process)
                .Where(attribute => attribute.EndsWith(IfFailed, StringComparison.Ordinal)
                    ? failed : !attribute.Contains(" if ", StringComparison.Ordinal))
                .Select(attribute => Assert.Single(Markdown.Code(attribute))))
            .Order(StringComparer.Ordinal);
    }
}
