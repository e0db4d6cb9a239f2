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
        Assert.Equal(10, Alerts.Queries.Count);
    }

    [Fact]
    public void Each_metric_is_on_a_board_or_in_an_alert()
    {
        var asked = All.SelectMany(query => query.Series).ToHashSet();
        Assert.All(MetricsTable.Rows, row => Assert.True(new PrometheusNames([row]).Series.Any(asked.Contains), row.Name));
    }

    [Theory]
    [InlineData("rate(akka_actor_messages[5m])", "", "akka_actor_messages")]
    [InlineData("akka_mailbox_oldest_age", "", "akka_mailbox_oldest_age")]
    [InlineData("akka_mailbox_wait_duration_seconds_bucket{akka_dispatcher_id=\"a\"}", "", "akka_dispatcher_id")]
    [InlineData("sum without (error_type) (rate(akka_actor_messages_total[5m]))", "", "error_type")]
    [InlineData("akka_mailbox_depth / ignoring (akka_message_type) akka_actor_live", "", "akka_message_type")]
    [InlineData("akka_mailbox_depth", "{{akka_message_type}}", "akka_message_type")]
    [InlineData("vector(1)", "", "no metric")]
    public void What_is_not_emitted_is_found(string query, string shown, string problem) =>
        Assert.Contains(problem, Assert.Single(new DeployedQuery("here", query, [shown]).Problems().Take(1)), StringComparison.Ordinal);

    [Theory]
    [InlineData("akka_mailbox_depth", "{{akka_actor_type}}")]
    [InlineData("sum by (akka_system_name) (akka_mailbox_depth)", "{{ $labels.akka_system_name }}, {{ $value | humanize }}")]
    [InlineData("akka_mailbox_depth{akka_actor_type=\"akka_of_nobody\"} # error_of_nobody", "")]
    public void What_is_emitted_is_no_problem(string query, string shown) => Assert.Empty(new DeployedQuery("here", query, [shown]).Problems());

    [Theory]
    [InlineData("akka.actor.messages", "akka_actor_messages_total")]
    [InlineData("akka.actor.busy_time", "akka_actor_busy_time_seconds_total")]
    [InlineData("akka.mailbox.depth", "akka_mailbox_depth")]
    [InlineData("akka.mailbox.oldest_age", "akka_mailbox_oldest_age_seconds")]
    [InlineData("akka.actor.utilization", "akka_actor_utilization")]
    [InlineData("akka.actor.utilization", "akka_actor_utilization_ratio")]
    [InlineData("akka.mailbox.wait.duration", "akka_mailbox_wait_duration_seconds_bucket")]
    [InlineData("akka.dispatcher.batch_size", "akka_dispatcher_batch_size_bucket")]
    [InlineData("akka.instrumentation.time", "akka_instrumentation_time_seconds_total")]
    public void Names_are_translated_as_the_exporters_do(string metric, string series)
    {
        var names = new PrometheusNames(MetricsTable.Rows.Where(row => row.Name == metric));
        Assert.Contains(series, names.Series);
    }
}
