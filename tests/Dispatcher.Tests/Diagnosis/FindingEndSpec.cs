namespace AkkaInstrumentation.Tests.Diagnosis;

/// <summary>What is counted in a time ends with its last event, and says before that when it will have ended.</summary>
public sealed class FindingEndSpec : IAsyncLifetime
{
    private static readonly AkkaHealthCheckOptions ThreeAMinute = new() { DegradedFailures = 3, DegradedRestarts = 1_000, UnhealthyRestarts = 1_000 };

    private readonly TestSystem _system = Systems.Instrumented("akka.loglevel = OFF");
    private readonly FindingTracker _tracker = new();
    private readonly long _now = Stopwatch.GetTimestamp();

    public Task InitializeAsync() => Task.CompletedTask;

    public Task DisposeAsync() => _system.DisposeAsync().AsTask();

    [Fact]
    public void Failures_end_with_the_last_of_them_and_not_a_minute_later()
    {
        FailedBefore(67, 50, 40, 30);
        Look(_now);
        Assert.Null(Assert.Single(_tracker.Timeline).EndedAt);

        var ended = Assert.Single(Look(_now + Ticks.Minute));
        Assert.Equal(37, (ended.EndedAt!.Value - ended.StartedAt).TotalSeconds, 0.1);
        Assert.Equal(ended.EndedAt, Assert.Single(_tracker.Timeline).EndedAt);
    }

    [Fact]
    public void A_trouble_that_is_counted_tells_how_long_ago_the_latest_was_and_when_it_clears()
    {
        FailedBefore(67, 50, 40, 30, 12);
        var trouble = Assert.Single(Health(_now).Troubles);
        Assert.Equal(12, trouble.LatestSeconds!.Value, 0.1);

        // Three are enough, and the third to last was 40 seconds ago.
        Assert.Equal(20, trouble.ClearsSeconds!.Value, 0.1);
        Assert.Single(Health(_now + Ticks.From(TimeSpan.FromSeconds(19))).Troubles);
        Assert.Empty(Health(_now + Ticks.From(TimeSpan.FromSeconds(21))).Troubles);
    }

    [Fact]
    public void A_node_that_the_cluster_cannot_reach_is_a_finding_from_its_begin_to_its_end()
    {
        _system.Extension.Insight.Nodes = new OneAway();
        var health = Health(_now);
        Assert.Equal((HealthLevel.Degraded, "1 unreachable node"), (health.Level, Assert.Single(health.Kinds).Description));
        var begun = Assert.Single(Look(_now));
        Assert.Equal((AkkaFindingKinds.Unreachable, OneAway.Address), (begun.Kind, begun.Subject));
        Assert.InRange((DateTime.UtcNow - begun.StartedAt).TotalSeconds, 40, 3_600);

        _system.Extension.Insight.Nodes = null;
        Assert.NotNull(Assert.Single(Look(_now)).EndedAt);
    }

    [Fact]
    public void The_timeline_has_the_words_of_the_worst_moment()
    {
        foreach (var waiting in new[] { 200, 5_000, 300 })
        {
            _tracker.Look(_system.Extension, SystemHealth.From(
                Found.Nothing with { Growing = new(1, [new("/user/a", "A", waiting, 1)]) }, new()));
        }

        var finding = Assert.Single(_tracker.Timeline);
        Assert.Equal(("200 messages wait, 1 more each second", "5000 messages wait, 1 more each second"), (finding.Description, finding.Worst));
    }

    private void FailedBefore(params int[] seconds)
    {
        foreach (var ago in seconds)
        {
            _system.Extension.Failures.Add(new("/user/a", "A", "Shop.Broken", "M"), _now - Ticks.From(TimeSpan.FromSeconds(ago)));
        }
    }

    private SystemHealth Health(long now) => SystemHealth.From(SystemFindings.Read(_system.Extension, ThreeAMinute, now), ThreeAMinute);

    private IReadOnlyList<AkkaFinding> Look(long now) => _tracker.Look(_system.Extension, Health(now));

    private sealed class OneAway : IClusterNodes
    {
        public const string Address = "akka.tcp://shop@there:1";

        public ClusterReport Read() => new("akka.tcp://shop@here:1", [
            new("akka.tcp://shop@here:1", "up", [], "", 1, true, true),
            new(Address, "up", [], "", 2, false, IsReachable: false) { UnreachableSeconds = 40 },
        ]);

        public IReadOnlyList<NodeAnswer> Ask(string question) => [];
    }
}
