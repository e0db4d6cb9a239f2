using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// A query of a board or an alert, and the texts that show its result. It is read by its names only: promtool checks whether it is valid, and
/// <see cref="TroubledSamplesSpec"/> that it returns data.
/// </summary>
/// <param name="Place">Where it is.</param>
/// <param name="Text">The query in PromQL.</param>
/// <param name="Shown">Legend or annotations: <c>{{akka_actor_type}}</c>, <c>{{ $labels.akka_actor_type }}</c>.</param>
internal sealed partial record DeployedQuery(string Place, string Text, IReadOnlyList<string> Shown)
{
    /// <summary>The series that it asks for.</summary>
    public IReadOnlyList<string> Series { get; } = [.. SeriesName().Matches(Groupings().Replace(Selector().Replace(WithoutTexts(Text), " "), " ")).Select(match => match.Value).Distinct()];

    /// <summary>What it asks for that is not emitted.</summary>
    public IEnumerable<string> Problems(PrometheusNames names)
    {
        if (Series.Count == 0)
        {
            yield return $"{Place} asks for no metric";
        }

        foreach (var series in Series.Where(series => names.LabelsOf(series) is null))
        {
            yield return $"{Place} asks for {series}, which is not emitted";
        }

        foreach (var selector in Selector().Matches(WithoutTexts(Text)).Where(selector => names.LabelsOf(selector.Groups["series"].Value) is not null))
        {
            foreach (var label in LabelsIn(selector).Where(label => !names.LabelsOf(selector.Groups["series"].Value)!.Contains(label)))
            {
                yield return $"{Place} asks for {label} of {selector.Groups["series"].Value}, which does not have it";
            }
        }

        var groupings = Groupings().Matches(WithoutTexts(Text)).ToList();
        foreach (var label in groupings.SelectMany(LabelsIn).Where(label => !Has(names, label)).Distinct())
        {
            yield return $"{Place} groups or joins by {label}, which no metric there has";
        }

        var grouped = groupings.Where(grouping => grouping.Groups["word"].Value == "by").SelectMany(LabelsIn).ToHashSet();
        foreach (var label in Shown.SelectMany(text => ShownLabel().Matches(text)).Select(match => match.Groups["label"].Value).Where(label => grouped.Count > 0 ? !grouped.Contains(label) : !Has(names, label)))
        {
            yield return $"{Place} shows {label}, which its result does not have";
        }
    }

    /// <summary>As Grafana asks it when all values of each variable are chosen, with a rate over ten seconds.</summary>
    public string WithAll() => Variable().Replace(
        Text.Replace("$__rate_interval", "10s", StringComparison.Ordinal).Replace("$system", ".+", StringComparison.Ordinal), ".*");

    private static string WithoutTexts(string query) => Texts().Replace(query, "\"\"");

    private static IEnumerable<string> LabelsIn(Match match) => LabelName().Matches(match.Groups["labels"].Value).Select(label => label.Value);

    private bool Has(PrometheusNames names, string label) => Series.Any(series => names.LabelsOf(series)?.Contains(label) == true);

    [GeneratedRegex(@"\$[a-z]+")]
    private static partial Regex Variable();

    [GeneratedRegex(@"\{\{\s*(\$labels\.)?(?<label>[a-zA-Z_][a-zA-Z0-9_]*)\s*\}\}")]
    private static partial Regex ShownLabel();

    [GeneratedRegex("""#[^\n]*|"(\\.|[^"\\])*"|'(\\.|[^'\\])*'""")]
    private static partial Regex Texts();

    [GeneratedRegex(@"(?<=(?<series>\w+)\s*)\{(?<labels>[^}]*)\}")]
    private static partial Regex Selector();

    [GeneratedRegex(@"\b(?<word>by|without|on|ignoring|group_left|group_right)\s*\((?<labels>[^)]*)\)")]
    private static partial Regex Groupings();

    [GeneratedRegex(@"\bakka_\w+")]
    private static partial Regex SeriesName();

    [GeneratedRegex(@"[a-z_]\w*")]
    private static partial Regex LabelName();
}
