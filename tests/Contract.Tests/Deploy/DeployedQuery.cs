using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>A query of a board or an alert, and the texts that show its result.</summary>
/// <param name="Place">Where it is.</param>
/// <param name="Text">The query in PromQL.</param>
/// <param name="Shown">Legend or annotations: <c>{{akka_actor_type}}</c>, <c>{{ $labels.akka_actor_type }}</c>.</param>
internal sealed partial record DeployedQuery(string Place, string Text, IReadOnlyList<string> Shown)
{
    /// <summary>What it asks for that is not emitted.</summary>
    public IEnumerable<string> Problems(PrometheusNames names)
    {
        var query = new PromQuery(Text);
        if (query.Series.Count == 0)
        {
            yield return $"{Place} asks for no metric";
        }

        foreach (var series in query.Series.Where(series => names.LabelsOf(series) is null).Distinct())
        {
            yield return $"{Place} asks for {series}, which is not emitted";
        }

        foreach (var (series, label) in query.Labels.Distinct().Where(use => names.LabelsOf(use.Series)?.Contains(use.Label) == false))
        {
            yield return $"{Place} asks for {label} of {series}, which does not have it";
        }

        foreach (var label in query.SomewhereLabels.Where(label => !Has(names, query, label)))
        {
            yield return $"{Place} joins by {label}, which no metric there has";
        }

        foreach (var label in Shown.SelectMany(ShownLabels).Where(label => query.Grouped.Count > 0 ? !query.Grouped.Contains(label) : !Has(names, query, label)))
        {
            yield return $"{Place} shows {label}, which its result does not have";
        }
    }

    /// <summary>As Grafana asks it when all values of each variable are chosen, with a rate over ten seconds.</summary>
    public string WithAll() => Variable().Replace(
        Text.Replace("$__rate_interval", "10s", StringComparison.Ordinal).Replace("$system", ".+", StringComparison.Ordinal), ".*");

    private static bool Has(PrometheusNames names, PromQuery query, string label) =>
        query.Series.Any(series => names.LabelsOf(series)?.Contains(label) == true);

    private static IEnumerable<string> ShownLabels(string text) => ShownLabel().Matches(text).Select(match => match.Groups["label"].Value);

    [GeneratedRegex(@"\$[a-z]+")]
    private static partial Regex Variable();

    [GeneratedRegex(@"\{\{\s*(\$labels\.)?(?<label>[a-zA-Z_][a-zA-Z0-9_]*)\s*\}\}")]
    private static partial Regex ShownLabel();
}
