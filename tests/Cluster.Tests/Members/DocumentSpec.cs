namespace AkkaInstrumentation.Tests;

/// <summary>docs/telemetry.md: the cluster's metrics are emitted with exactly the documented attributes.</summary>
public sealed class DocumentSpec
{
    // a removal and a hand-off take their time, and a region keeps messages for a moment only; they have tests of their own
    private static readonly string[] Elsewhere =
    [
        AkkaMetricNames.ClusterRemovals, AkkaMetricNames.ClusterUnreachableMembers,
        AkkaMetricNames.ClusterShardingHandoffs, AkkaMetricNames.ClusterShardingHandoffDuration,
        AkkaMetricNames.ClusterShardingBufferDepth, AkkaMetricNames.ClusterShardingBufferOldestAge,
        AkkaMetricNames.ClusterShardingBufferDuration, AkkaMetricNames.ClusterShardingBufferLost,
    ];

    [Fact]
    public async Task Every_measurement_has_exactly_the_documented_attributes()
    {
        await using var cluster = await TestCluster.Of("web");
        await Entities.Create(await cluster[0].StartRegion("order"), 1);
        var rows = MetricsTable.Rows.Where(row => row.Name.StartsWith("akka.cluster.", StringComparison.Ordinal)).ToList();
        Assert.Equal(20, rows.Count);
        foreach (var row in rows.Where(row => !Elsewhere.Contains(row.Name)))
        {
            await Eventually.True(() => cluster[0].Sum(row.Name) is not null, () => $"{row.Name} is not emitted", TimeSpan.FromSeconds(60));
            Assert.All(cluster[0].Polled().Where(measured => measured.Name == row.Name), measured => Assert.Equal(
                row.Attributes(failed: false), measured.Tags.Select(tag => tag.Key).Order(StringComparer.Ordinal)));
        }
    }

    [Fact]
    public void Addresses_and_roles_are_bounded()
    {
        var names = MembersSeen.Names(Enumerable.Range(0, 1_000).Select(number => $"akka.tcp://shop@{number}:1"));
        Assert.Equal(MembersSeen.MaxNames, names.Count);
    }
}
