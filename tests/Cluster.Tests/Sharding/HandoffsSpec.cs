using Akka.Cluster.Sharding;

namespace AkkaInstrumentation.Tests;

/// <summary>Hand-offs of shards, and singletons: seen by the actors that do them.</summary>
public sealed class HandoffsSpec
{
    private static readonly (string, object?) Order = (AkkaSpanAttributes.ShardRegionName, "order");

    [Fact]
    public async Task Each_hand_off_is_counted_and_timed_where_the_coordinator_is()
    {
        await using var cluster = await TestCluster.Of("", "");
        var (first, second) = (cluster[0], cluster[1]);
        await first.StartRegion("order");
        var region = await second.StartRegion("order");
        var clock = new ManualClock(second);
        await Entities.Create(region, 12);

        // Asked here, because what is measured may be of a moment when the entities were being created: recorders of other tests collect too.
        var shards = (await region.Ask<ShardRegionStats>(GetShardRegionStats.Instance, TimeSpan.FromSeconds(60))).Stats.Count;
        Assert.InRange(shards, 1, Entities.MaxShards);
        await TestCluster.Equal(shards, () => Shards(second, clock));
        Assert.Null(first.Sum(AkkaMetricNames.ClusterShardingHandoffs));

        region.Tell(GracefulShutdown.Instance, ActorRefs.NoSender);

        await TestCluster.Equal(shards, () => first.Recorded(AkkaMetricNames.ClusterShardingHandoffDuration).Count);
        Assert.Equal(shards, first.Sum(AkkaMetricNames.ClusterShardingHandoffs, Order));
        Assert.All(first.Recorded(AkkaMetricNames.ClusterShardingHandoffDuration), handoff =>
        {
            Assert.True(handoff.Value > 0);
            Assert.Equal("order", handoff.Tag(AkkaSpanAttributes.ShardRegionName));
        });
        Assert.Null(second.Sum(AkkaMetricNames.ClusterShardingHandoffs));
        await TestCluster.Equal(0, () => Shards(second, clock));
    }

    [Fact]
    public async Task A_singleton_is_reported_by_the_node_that_runs_it()
    {
        await using var cluster = await TestCluster.Of("", "");
        await cluster[0].StartRegion("order");
        await cluster[1].StartRegion("order");

        // the coordinator is one, on the oldest node
        await TestCluster.Equal(
            1, () => cluster[0]
                .Sum(AkkaMetricNames.ClusterSingletonCount, (AkkaMetricAttributes.ClusterSingletonManagerPath, "/system/sharding/orderCoordinator")));
        Assert.Null(cluster[1].Sum(AkkaMetricNames.ClusterSingletonCount));

        var first = cluster[0];
        await cluster.Crash(first);
        await TestCluster.Equal(0, () => first.Sum(AkkaMetricNames.ClusterSingletonCount));
    }

    private static long? Shards(ClusterNode node, ManualClock clock)
    {
        clock.Advance(10);
        return node.Sum(AkkaMetricNames.ClusterShardingShardCount, Order);
    }
}
