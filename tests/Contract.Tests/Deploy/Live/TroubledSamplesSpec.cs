namespace AkkaInstrumentation.Tests;

/// <summary>What a Prometheus shows on the boards, and which alerts fire, while the samples are in trouble.</summary>
public sealed class TroubledSamplesSpec(TroubledSamples samples) : IClassFixture<TroubledSamples>
{
    /// <summary>What the samples do not get into.</summary>
    private static readonly string[] NotPlayed =
    [
        "deploy/grafana/cluster.json: Contexts refused", // needs a context that is damaged or too large
        "deploy/grafana/dispatchers-and-pressure.json: Callbacks that failed", // no code of the samples is called back
        "deploy/grafana/cluster.json: Messages that a serializer cannot read or write", // all nodes have the same messages
        "deploy/grafana/cluster.json: Messages that wait for the home of their shard", // no shard is lost with its buffer
    ];

    // no sample sends a large message, nothing may be on its way to a node when that ends, and the stream that is held neither ends nor fails
    private static readonly string[] NotEmitted =
        ["akka_remote_large_messages_total", "akka_remote_message_dropped_total", "akka_stream_completions_total", "akka_stream_failures_total"];

    [PromtoolFact(TroubledSamples.Program)]
    public async Task Every_query_of_every_panel_returns_data()
    {
        var without = new List<string>();
        foreach (var query in Boards.Queries
            .Where(query => !NotPlayed.Contains(query.Place) && !NotEmitted.Any(query.Text.Contains)))
        {
            if (!await samples.Prometheus.HasData(query.WithAll()))
            {
                without.Add($"{query.Place}: {query.WithAll()}");
            }
        }

        Assert.True(without.Count == 0, string.Join('\n', without));
        Assert.All(NotPlayed, place => Assert.Contains(Boards.Queries, query => query.Place == place));
    }

    [PromtoolFact(TroubledSamples.Program)]
    public async Task Every_series_that_boards_of_Phobos_ask_for_is_there()
    {
        foreach (var (series, labels) in PhobosNames.Asked)
        {
            Assert.True(await samples.Prometheus.HasData($"{series}{{{string.Join(", ", labels.Select(label => $"{label}!=\"\""))}}}"), series);
        }
    }

    /// <summary>The samples were at rest before, without any alert: <see cref="TroubledSamples"/> waits for that.</summary>
    [PromtoolFact(TroubledSamples.Program)]
    public void Every_alert_fires_in_its_trouble() =>
        Assert.Equal(Alerts.All.Select(alert => alert.Name).Order(StringComparer.Ordinal), samples.Fired.Concat(TroubledSamples.NotPlayed)
            .Order(StringComparer.Ordinal));

    [PromtoolFact(TroubledSamples.Program)]
    public async Task A_point_of_a_duration_leads_to_a_trace()
    {
        var durations = Boards.Queries.Where(query => query.Place.StartsWith("deploy/grafana/overview.json", StringComparison.Ordinal)
            && query.Place.Contains("p95", StringComparison.Ordinal)).ToList();
        Assert.Equal(2, durations.Count);
        foreach (var query in durations)
        {
            Assert.All(await samples.Prometheus.Traces(query.WithAll()), trace => Assert.Matches("^[0-9a-f]{32}$", trace));
            Assert.NotEmpty(await samples.Prometheus.Traces(query.WithAll()));
        }
    }

    [PromtoolFact(TroubledSamples.Program)]
    public void Nodes_that_agree_show_the_number_of_nodes() => Assert.Equal([4, 4], samples.SeenByNodes);
}
