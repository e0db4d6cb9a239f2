using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// A query of a board or an alert, and the texts that show its result. Only its words are read: promtool checks whether it is valid, and
/// <see cref="TroubledSamplesSpec"/> that it returns data.
/// </summary>
/// <param name="Place">Where it is.</param>
/// <param name="Text">The query in PromQL.</param>
/// <param name="Shown">Legend or annotations: <c>{{akka_actor_type}}</c>, <c>{{ $labels.akka_actor_type }}</c>.</param>
internal sealed record DeployedQuery(string Place, string Text, IReadOnlyList<string> Shown)
{
    private static readonly Regex ShownLabel = new(@"\{\{\s*(\$labels\.)?(?<label>[a-zA-Z_][a-zA-Z0-9_]*)\s*\}\}");
    private static readonly Regex Texts = new("""#[^\n]*|"(\\.|[^"\\])*"|'(\\.|[^'\\])*'""");

    /// <summary>The series that it asks for.</summary>
    public IEnumerable<string> Series => Words.Where(PrometheusNames.Emitted.Series.Contains);

    private IEnumerable<string> Words =>
        Regex.Matches(Texts.Replace(Text, ""), @"\b(akka|error|network)_\w+").Select(match => match.Value).Distinct();

    /// <summary>Each word of ours is an emitted series or a label of one that the query asks for, and so is each label that is shown.</summary>
    public IEnumerable<string> Problems()
    {
        var known = Series.SelectMany(series => PrometheusNames.Emitted.LabelsOf(series)!).ToHashSet();
        return Words.Except(Series).Concat(Shown.SelectMany(text => ShownLabel.Matches(text)).Select(match => match.Groups["label"].Value))
            .Except(known).Select(word => $"{Place} names {word}, which is no series that is emitted and no label of one in the query")
            .Concat(Series.Any() ? [] : [$"{Place} asks for no metric"]);
    }

    /// <summary>As Grafana asks it when all values of each variable are chosen, with a rate over ten seconds.</summary>
    public string WithAll() => Regex.Replace(
        Text.Replace("$__rate_interval", "10s", StringComparison.Ordinal).Replace("$system", ".+", StringComparison.Ordinal), @"\$[a-z]+", ".*");
}
