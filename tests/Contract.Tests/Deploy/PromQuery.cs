namespace AkkaInstrumentation.Tests;

/// <summary>
/// What a PromQL query asks for: the series, with the labels that it selects by, groups by and joins on. It reads words and brackets, which
/// is enough for names. Whether the query is valid is promtool's business.
/// </summary>
internal sealed class PromQuery
{
    /// <exception cref="FormatException">The query cannot be read.</exception>
    public PromQuery(string query)
    {
        var tokens = new PromTokens(PromToken.In(query));
        var selectors = Selectors(tokens).ToList();
        Series = [.. selectors.Select(selector => selector.Series)];
        Labels.AddRange(selectors.SelectMany(selector => selector.Labels.Select(label => (selector.Series, label))));
        for (var at = 0; at < tokens.Count; at++)
        {
            if (tokens.IsGrouping(at) && tokens.Is(at + 1, "("))
            {
                ReadGrouping(tokens, at);
            }
        }
    }

    public IReadOnlyList<string> Series { get; }

    /// <summary>A series, and a label that it must have.</summary>
    public List<(string Series, string Label)> Labels { get; } = [];

    /// <summary>Labels that one of the series must have: left out of a join, or taken over by it.</summary>
    public List<string> SomewhereLabels { get; } = [];

    /// <summary>The labels that the query groups by; empty where it groups nothing.</summary>
    public HashSet<string> Grouped { get; } = [];

    private void ReadGrouping(PromTokens tokens, int at)
    {
        var closing = tokens.Closing(at + 1);
        var labels = tokens.NamesBetween(at + 1, closing);
        switch (tokens[at].Text)
        {
            case "by":
                Grouped.UnionWith(labels);
                Require(labels, Aggregated(tokens, at, closing));
                break;
            case "without":
                Require(labels, Aggregated(tokens, at, closing));
                break;
            case "on":
                Require(labels, tokens);
                break;
            default:
                SomewhereLabels.AddRange(labels);
                break;
        }
    }

    private void Require(List<string> labels, PromTokens of) =>
        Labels.AddRange(Selectors(of).SelectMany(selector => labels.Select(label => (selector.Series, label))));

    // sum by (a) (x) or sum (x) by (a)
    private static PromTokens Aggregated(PromTokens tokens, int at, int closing) =>
        tokens.Is(closing + 1, "(") ? tokens.Between(closing + 1, tokens.Closing(closing + 1))
        : tokens.Is(at - 1, ")") ? tokens.Between(tokens.Opening(at - 1), at - 1)
        : throw new FormatException("an aggregation of nothing");

    private static IEnumerable<(string Series, List<string> Labels)> Selectors(PromTokens tokens)
    {
        for (var at = 0; at < tokens.Count; at++)
        {
            if (tokens.IsGrouping(at) && tokens.Is(at + 1, "("))
            {
                at = tokens.Closing(at + 1);
            }
            else if (tokens.IsSeries(at))
            {
                var series = tokens[at].Text;
                var closing = tokens.Is(at + 1, "{") ? tokens.Closing(at + 1) : at;
                yield return (series, closing > at ? tokens.NamesBetween(at + 1, closing) : []);
                at = closing;
            }
        }
    }
}
