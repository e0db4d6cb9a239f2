namespace AkkaInstrumentation.Tests;

/// <summary>docs/coming-from-phobos.md and the rules for Phobos' names: what they name of this library exists.</summary>
public sealed class PhobosDocumentSpec
{
    private const string Document = "docs/coming-from-phobos.md";

    [Fact]
    public void Its_queries_ask_for_what_is_emitted()
    {
        var queries = Markdown.Table(Document, "## Boards").SelectMany(row => Markdown.Code(row["query"])).ToList();
        Assert.True(queries.Count >= 10, $"{queries.Count}");
        Assert.Empty(queries.SelectMany(query => new DeployedQuery(Document, query, []).Problems()));
    }

    /// <summary><c>.started</c> after <c>akka.actor.live</c> is <c>akka.actor.started</c>.</summary>
    [Fact]
    public void The_metrics_that_it_names_as_ours_are_documented()
    {
        var ours = MetricsTable.Rows.Select(row => row.Name).ToList();
        var attributes = Constants.Of(typeof(AkkaSpanAttributes)).Concat(Constants.Of(Product.TypeOf("AkkaMetricAttributes"))).ToHashSet();
        foreach (var cell in Markdown.Table(Document, "## Metrics").Select(row => row["here"]))
        {
            var space = "";
            foreach (var name in Markdown.Code(cell))
            {
                var full = name.StartsWith('.') ? space + name : name;
                Assert.True(
                    full.EndsWith(".*", StringComparison.Ordinal) ? ours.Any(metric => metric.StartsWith(full[..^1], StringComparison.Ordinal))
                        : ours.Contains(full) || attributes.Contains(full),
                    $"{Document} names {full}");
                space = full[..full.LastIndexOf('.')];
            }
        }
    }

    [Fact]
    public void Its_rules_ask_for_what_is_emitted_and_make_what_the_boards_of_Phobos_ask_for()
    {
        var made = PhobosNames.Rules.Select(rule => rule.Series).ToHashSet();
        Assert.Equal(PhobosNames.Asked.Select(asked => asked.Series).Except(made), []);
        Assert.Empty(PhobosNames.Rules
            .Where(rule => !rule.Query.StartsWith("akka_messages_latency_seconds_bucket", StringComparison.Ordinal)) // made by a rule before
            .SelectMany(rule => new DeployedQuery(PhobosNames.File, rule.Query, []).Problems()));
    }

    [Fact]
    public void Its_table_has_each_series_and_what_it_is_made_of()
    {
        var rows = Markdown.Table(Document, "## Boards and alerts that you have")
            .ToDictionary(row => Markdown.Code(row["series"]).Single(), row => Markdown.Code(row["computed from"]).Single());
        Assert.Equal(PhobosNames.Asked.Select(asked => asked.Series).Order(), rows.Keys.Order());
        Assert.All(rows.Values, series => Assert.Contains(series, PrometheusNames.Emitted.Series));
    }
}
