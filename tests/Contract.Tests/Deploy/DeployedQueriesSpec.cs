using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>Boards, alerts and documents ask only for metrics and labels that are emitted, by the names that Prometheus gives them.</summary>
public sealed class DeployedQueriesSpec
{
    private static readonly Regex Indented = new(@"(?:^ {4,}\S.*\n)+", RegexOptions.Multiline);

    private static IEnumerable<DeployedQuery> All => Boards.Queries.Concat(Alerts.Queries);

    [Fact]
    public void Every_query_asks_for_what_is_emitted() => Assert.Empty(All.SelectMany(query => query.Problems()));

    /// <summary>Those to ask by hand: a table of operations.md, and the indented blocks with a series in all documents.</summary>
    [Fact]
    public void Every_query_of_the_documents_asks_for_what_is_emitted()
    {
        var queries = Markdown.Table("docs/operations.md", "## Without the page").SelectMany(row => Markdown.Code(row["Prometheus"]))
            .Concat(ReadmeSnippets.Documents.SelectMany(document => Indented.Matches(Repo.Read(document)))
                .Select(block => block.Value).Where(text => text.Contains("akka_", StringComparison.Ordinal)))
            .ToList();
        Assert.True(queries.Count >= 8, $"{queries.Count}");
        Assert.Empty(queries.SelectMany(query => new DeployedQuery(query, query, []).Problems()));
    }

    /// <summary>
    /// Prometheus' strategies for names over OTLP: whether other characters become underscores, and whether unit and kind are added.
    /// </summary>
    [Fact]
    public void They_have_the_names_of_the_strategy_that_the_document_says()
    {
        var rows = Markdown.Table("docs/operations.md", "### Names in Prometheus", "strategy");
        Assert.All(rows, row =>
        {
            var strategy = Markdown.Plain(row["strategy"]);
            var isEscaped = strategy.StartsWith("Underscore", StringComparison.Ordinal);
            var suffix = strategy.EndsWith("WithSuffixes", StringComparison.Ordinal) ? "_seconds" : "";
            var (metric, label) = ("akka.mailbox.oldest_age", "akka.actor.type");
            Assert.Equal(
                ((isEscaped ? PrometheusNames.Underscored(metric) : metric) + suffix, isEscaped ? PrometheusNames.Underscored(label) : label),
                (Markdown.Plain(row["`akka.mailbox.oldest_age`"]), Markdown.Plain(row["label `akka.actor.type`"])));
            Assert.Equal(
                row["boards and alerts"] == "work", PrometheusNames.Emitted.Series.Contains(Markdown.Plain(row["`akka.mailbox.oldest_age`"])));
        });
        Assert.Equal(4, rows.Count);
    }

    /// <summary>
    /// Prometheus adds no unit to a name that has its word anywhere, and moves a "total" to the end. Other translators look at the end of the name
    /// only. So names without these words are alike everywhere.
    /// </summary>
    [Fact]
    public void No_name_has_a_word_that_a_translation_adds() =>
        Assert.DoesNotContain(
            MetricsTable.Rows.Concat(MetricsTable.Messaging),
            row => row.Name.Split('.', '_').Intersect(["seconds", "bytes", "total", "ratio", "per"]).Any());

    [Fact]
    public void There_are_queries_of_every_board_and_every_alert()
    {
        Assert.Equal(
            new[]
            {
                "deploy/grafana/actor-performance.json", "deploy/grafana/cluster.json",
                    "deploy/grafana/dispatchers-and-pressure.json", "deploy/grafana/overview.json",
            },
            Boards.Files);
        Assert.All(Boards.Files, file =>
            Assert.True(Boards.Queries.Count(query => query.Place.StartsWith(file, StringComparison.Ordinal)) >= 15, file));
        Assert.Equal(15, Alerts.Queries.Count);
    }

    [Fact]
    public void Each_metric_is_on_a_board_or_in_an_alert()
    {
        var asked = All.SelectMany(query => query.Series).ToHashSet();
        Assert.All(MetricsTable.Rows, row => Assert.True(new PrometheusNames([row]).Series.Any(asked.Contains), row.Name));
    }
}
