using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>Boards, alerts and documents ask only for metrics and labels that are emitted, by the names that Prometheus gives them.</summary>
public sealed partial class DeployedQueriesSpec
{
    private static IEnumerable<DeployedQuery> All => Boards.Queries.Concat(Alerts.Queries);

    public static TheoryData<string> Metrics => [.. MetricsTable.Rows.Select(row => row.Name)];

    [Fact]
    public void Every_query_asks_for_what_is_emitted() => Assert.Empty(All.SelectMany(query => query.Problems(PrometheusNames.Emitted)));

    /// <summary>Those to ask by hand: a table of operations.md, and the indented blocks with a series in all documents.</summary>
    [Fact]
    public void Every_query_of_the_documents_asks_for_what_is_emitted()
    {
        var queries = Markdown.Table("docs/operations.md", "## Without the page").SelectMany(row => Markdown.Code(row["Prometheus"]))
            .Concat(ReadmeSnippets.Documents.SelectMany(document => Indented().Matches(Repo.Read(document))).Select(block => block.Value).Where(text => text.Contains("akka_", StringComparison.Ordinal)))
            .ToList();
        Assert.True(queries.Count >= 8, $"{queries.Count}");
        Assert.Empty(queries.SelectMany(query => new DeployedQuery(query, query, []).Problems(PrometheusNames.Emitted)));
    }

    [Fact]
    public void There_are_queries_of_every_board_and_every_alert()
    {
        Assert.Equal(
            new[]
            {
                "deploy/grafana/actor-performance.json", "deploy/grafana/cluster.json", "deploy/grafana/dispatchers-and-pressure.json", "deploy/grafana/overview.json",
            },
            Boards.Files);
        Assert.All(Boards.Files, file => Assert.True(Boards.Queries.Count(query => query.Place.StartsWith(file, StringComparison.Ordinal)) >= 15, file));
        Assert.Equal(10, Alerts.Queries.Count);
    }

    /// <summary>The check itself: each metric is on a board, and when it is renamed the check fails.</summary>
    [Theory]
    [MemberData(nameof(Metrics))]
    public void A_renamed_metric_is_found(string metric)
    {
        var renamed = new PrometheusNames(MetricsTable.Rows.Select(row => row.Name == metric ? row with { Name = $"{metric}_renamed" } : row));
        Assert.True(All.SelectMany(query => query.Problems(renamed)).Any(), $"No board or alert asks for {metric}.");
    }

    /// <summary>The same for each attribute that a query takes from a metric.</summary>
    [Fact]
    public void A_metric_that_loses_an_attribute_is_found()
    {
        var lost = 0;
        foreach (var row in MetricsTable.Rows)
        {
            foreach (var attribute in row.Further.Where(further => further.StartsWith('`')))
            {
                var label = PrometheusNames.Label(Assert.Single(Markdown.Code(attribute)));
                var uses = All.Where(query => new PromQuery(query.Text).Labels.Any(use => use.Label == label && IsOf(use.Series, row))).ToList();
                var without = new PrometheusNames(MetricsTable.Rows.Select(other =>
                    other.Name == row.Name ? other with { Further = [.. other.Further.Where(further => further != attribute)] } : other));
                Assert.All(uses, query => Assert.NotEmpty(query.Problems(without)));
                lost += uses.Count;
            }
        }

        Assert.True(lost >= 50, $"{lost}");
    }

    [Theory]
    [InlineData("rate(akka_actor_messages[5m])", "akka_actor_messages")]
    [InlineData("akka_mailbox_depth_total", "akka_mailbox_depth_total")]
    [InlineData("akka_mailbox_oldest_age", "akka_mailbox_oldest_age")]
    [InlineData("akka_actor_utilization_percent", "akka_actor_utilization_percent")]
    [InlineData("akka_mailbox_wait_duration_bucket", "akka_mailbox_wait_duration_bucket")]
    [InlineData("akka_mailbox_wait_duration_seconds_bucket{akka_dispatcher_id=\"a\"}", "akka_dispatcher_id of")]
    [InlineData("akka_mailbox_wait_duration_seconds_sum{le=\"1\"}", "le of")]
    [InlineData("sum by (error_type) (rate(akka_actor_messages_total[5m]))", "error_type of")]
    [InlineData("sum(rate(akka_actor_messages_total[5m])) by (error_type)", "error_type of")]
    [InlineData("sum without (error_type) (rate(akka_actor_messages_total[5m]))", "error_type of")]
    [InlineData("akka_mailbox_depth / on (akka_message_type) akka_actor_live", "akka_message_type of")]
    [InlineData("akka_mailbox_depth / ignoring (akka_message_type) akka_actor_live", "joins by akka_message_type")]
    [InlineData("akka_instrumentation_collection_time_seconds_total{akka_system_name=\"a\"}", "akka_system_name of")]
    [InlineData("vector(1)", "no metric")]
    public void What_is_not_emitted_is_found(string query, string problem) =>
        Assert.Contains(new DeployedQuery("here", query, []).Problems(PrometheusNames.Emitted), found => found.Contains(problem, StringComparison.Ordinal));

    [Theory]
    [InlineData("akka_mailbox_depth", "{{akka_actor_type}}", true)]
    [InlineData("akka_mailbox_depth", "{{akka_message_type}}", false)]
    [InlineData("sum by (akka_system_name) (akka_mailbox_depth)", "{{akka_actor_type}}", false)]
    [InlineData("sum by (akka_system_name) (akka_mailbox_depth)", "{{ $labels.akka_system_name }}", true)]
    [InlineData("sum by (akka_system_name) (akka_mailbox_depth)", "{{ $value | humanize }}", true)]
    public void A_label_that_is_shown_is_in_the_result(string query, string shown, bool isThere) =>
        Assert.Equal(isThere, !new DeployedQuery("here", query, [shown]).Problems(PrometheusNames.Emitted).Any());

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

    private static bool IsOf(string series, MetricsTable.Metric metric) => new PrometheusNames([metric]).Series.Contains(series);

    [GeneratedRegex(@"(?:^ {4,}\S.*\n)+", RegexOptions.Multiline)]
    private static partial Regex Indented();
}
