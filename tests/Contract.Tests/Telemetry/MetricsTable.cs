using System.Globalization;
using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>docs/telemetry.md, Metrics, as data.</summary>
internal static partial class MetricsTable
{
    private const string Document = "docs/telemetry.md";
    private const string Heading = "## Metrics";

    public static IReadOnlyList<Metric> Rows { get; } = Below(Heading);

    /// <summary>The metrics that a switch adds.</summary>
    public static IReadOnlyList<Metric> Messaging { get; } = Below("### Metrics of the messaging conventions");

    /// <summary>The attributes that all metrics have.</summary>
    public static IReadOnlyList<string> CommonAttributes { get; } =
        Markdown.Code(EveryMetric().Match(Markdown.Prose(Document, Heading)).Value);

    /// <summary>The bucket bounds that histograms advise.</summary>
    public static IReadOnlyList<double> Bounds { get; } =
        [.. Advice().Match(Markdown.Prose(Document, Heading)).Groups[1].Value
            .Split(',', StringSplitOptions.TrimEntries)
            .Select(bound => double.Parse(bound, CultureInfo.InvariantCulture))];

    /// <summary>Likewise of the one that is not in seconds.</summary>
    public static IReadOnlyList<double> BatchBounds { get; } =
        [.. BatchAdvice().Match(Markdown.Prose(Document, Heading)).Groups[1].Value
            .Split(',', StringSplitOptions.TrimEntries)
            .Select(bound => double.Parse(bound, CultureInfo.InvariantCulture))];

    /// <summary>Likewise of the events of recoveries.</summary>
    public static IReadOnlyList<double> ReplayBounds { get; } =
        [.. ReplayAdvice().Match(Markdown.Prose(Document, Heading)).Groups[1].Value
            .Split(',', StringSplitOptions.TrimEntries)
            .Select(bound => double.Parse(bound, CultureInfo.InvariantCulture))];

    /// <summary>Likewise of messages' bytes.</summary>
    public static IReadOnlyList<double> SizeBounds { get; } =
        [.. SizeAdvice().Match(Markdown.Prose(Document, Heading)).Groups[1].Value
            .Split(',', StringSplitOptions.TrimEntries)
            .Select(bound => double.Parse(bound, CultureInfo.InvariantCulture))];

    private static IReadOnlyList<Metric> Below(string heading) => [.. Markdown.Table(Document, heading).Select(row => new Metric(
        Markdown.Plain(row["name"]),
        row["instrument"],
        Markdown.Plain(row["unit"]),
        row["meaning"],
        [.. row["further attributes"].Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)]))];

    [GeneratedRegex(@"Batches advise the bounds ([0-9, ]+)\.")]
    private static partial Regex BatchAdvice();

    [GeneratedRegex(@"Replayed events advise the bounds ([0-9, ]+)\.")]
    private static partial Regex ReplayAdvice();

    [GeneratedRegex(@"Sizes advise the bounds ([0-9, ]+)\.")]
    private static partial Regex SizeAdvice();

    [GeneratedRegex(@"Every metric has .+?;")]
    private static partial Regex EveryMetric();

    [GeneratedRegex(@"advise these bucket bounds, in seconds: ([0-9., ]+)\.")]
    private static partial Regex Advice();

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
