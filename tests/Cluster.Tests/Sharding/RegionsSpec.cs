using Akka.Cluster.Sharding;

namespace AkkaInstrumentation.Tests;

/// <summary>Regions, shards and entities, as the regions of a node report them.</summary>
public sealed class RegionsSpec
{
    private const string Type = AkkaSpanAttributes.ShardRegionName;

    [Fact]
    public async Task Shards_and_entities_are_counted_for_each_type()
    {
        await using var cluster = await TestCluster.Of("");
        var node = cluster[0];
        var clock = new ManualClock(node);
        await Entities.Create(await node.StartRegion("order"), 12);
        await Entities.Create(await node.StartRegion("cart"), 1);

        await Answered(node, clock, 4);
        Assert.Equal(12, node.Sum(AkkaMetricNames.ClusterShardingEntityCount, (Type, "order")));
        Assert.Equal(1, node.Sum(AkkaMetricNames.ClusterShardingEntityCount, (Type, "cart")));
        Assert.Equal(13, node.Sum(AkkaMetricNames.ClusterShardingEntityCount));
        Assert.Equal(Entities.MaxShards, node.Sum(AkkaMetricNames.ClusterShardingShardCount, (Type, "order")));
        Assert.Equal(1, node.Sum(AkkaMetricNames.ClusterShardingShardCount, (Type, "cart")));
        Assert.Equal(1, node.Sum(AkkaMetricNames.ClusterShardingRegions, (Type, "order")));
        Assert.Equal(1, node.Sum(AkkaMetricNames.ClusterShardingRegions, (Type, "cart")));
    }

    [Fact]
    public async Task What_a_full_buffer_drops_is_the_regions_loss()
    {
        await using var cluster = new TestCluster();
        var node = cluster.Start(more: "akka.cluster.sharding.buffer-size = 10");
        await cluster.Join(node);
        var system = node.System;
        var proxy = await ClusterSharding.Get(system).StartProxyAsync("cart", "nowhere", new Entities.Ids(null));
        proxy.TellEach(25, i => $"entity-{i}");

        await TestCluster.Equal(15, () => AkkaInstrumentationExtension.For(system).Losses.Read()
            .Where(loss => loss.Latest is { Reason: AkkaLossReasons.FullRegion, ActorType: "ShardRegion", MessageType: "String" }
                && loss.Latest.Recipient == proxy.Path)
            .Sum(loss => loss.Total));
    }

    [Fact]
    public async Task Each_node_reports_its_own_and_together_they_are_all()
    {
        await using var cluster = await TestCluster.Of("", "");
        var (first, second) = (cluster[0], cluster[1]);
        var clocks = new[] { new ManualClock(first), new ManualClock(second) };
        var region = await first.StartRegion("order");
        await second.StartRegion("order");
        await Entities.Create(region, 12);

        await TestCluster.Equal(12, () =>
        {
            Array.ForEach(clocks, clock => clock.Advance(10));
            return first.Sum(AkkaMetricNames.ClusterShardingEntityCount) + second.Sum(AkkaMetricNames.ClusterShardingEntityCount);
        });
        await TestCluster.Equal(2, () =>
        {
            Array.ForEach(clocks, clock => clock.Advance(10));
            return first.Sum(AkkaMetricNames.ClusterShardingRegions);
        });
    }

    [Fact]
    public async Task A_hundred_collections_ask_once_and_the_next_time_ten_seconds_later()
    {
        await using var cluster = await TestCluster.Of("");
        var node = cluster[0];
        var clock = new ManualClock(node);
        await node.StartRegion("order");
        await Answered(node, clock, 2);
        var (rounds, questions) = (node.Metrics.Regions.Rounds, node.Metrics.Regions.Asked);
        Collect(node, 100);
        clock.Advance(9);
        Collect(node, 100);
        Assert.Equal(rounds, node.Metrics.Regions.Rounds);

        clock.Advance(1);
        await Asked(node, rounds + 1);
        Collect(node, 100);
        Assert.Equal(rounds + 1, node.Metrics.Regions.Rounds);
        Assert.Equal(questions + 2, node.Metrics.Regions.Asked);
    }

    [Fact]
    public async Task A_region_that_does_not_answer_is_not_asked_again_and_keeps_its_last_answer()
    {
        await using var cluster = await TestCluster.Of("");
        var node = cluster[0];
        var clock = new ManualClock(node);
        using var hold = new Hold();
        var region = await node.StartRegion("order", id => HoldAt(id, hold));
        await Entities.Create(region, 3);
        await Answered(node, clock, 2);
        Assert.Equal(3, node.Sum(AkkaMetricNames.ClusterShardingEntityCount));
        Assert.Equal(0, node.Sum(AkkaMetricNames.ClusterShardingAnswerAge));

        region.Tell("hold");
        await hold.Entered;
        var (asked, rounds) = (node.Metrics.Regions.Asked, node.Metrics.Regions.Rounds);
        for (var i = 1; i <= 5; i++)
        {
            clock.Advance(10);
            await Asked(node, rounds + i);
        }

        Assert.Equal(asked + 2, node.Metrics.Regions.Asked);
        Assert.Equal(3, node.Sum(AkkaMetricNames.ClusterShardingEntityCount));
        Assert.Equal(50, node.Sum(AkkaMetricNames.ClusterShardingAnswerAge));

        hold.Release();
        await TestCluster.Equal(0, () => node.Sum(AkkaMetricNames.ClusterShardingAnswerAge));
    }

    [Fact]
    public async Task A_system_that_ends_has_no_shards_any_more()
    {
        await using var cluster = await TestCluster.Of("");
        var node = cluster[0];
        var clock = new ManualClock(node);
        await Entities.Create(await node.StartRegion("order"), 3);
        await Answered(node, clock, 2);
        Assert.Equal(3, node.Sum(AkkaMetricNames.ClusterShardingEntityCount));

        await cluster.Crash(node);

        await TestCluster.Equal(0, () => node.Sum(AkkaMetricNames.ClusterShardingEntityCount));
        Assert.Equal(0, node.Sum(AkkaMetricNames.ClusterShardingShardCount));
        Assert.Null(node.Sum(AkkaMetricNames.ClusterShardingAnswerAge));
    }

    private static void HoldAt(string id, Hold hold)
    {
        if (id == "hold")
        {
            hold.Pass();
        }
    }

    private static void Collect(ClusterNode node, int times)
    {
        for (var i = 0; i < times; i++)
        {
            Assert.NotEmpty(node.Polled());
        }
    }

    // the extension is found by another thread, and another one asks
    private static Task Asked(ClusterNode node, int rounds) => TestCluster.Equal(true, () =>
    {
        Collect(node, 1);
        return node.Metrics.Regions.Rounds >= rounds;
    });

    // Asks again, because recorders of other tests collect too and may have asked while entities were being created, and waits for the answers.
    private static async Task Answered(ClusterNode node, ManualClock clock, int questions)
    {
        await Asked(node, rounds: 1);
        await Settled(node);
        var (rounds, before) = (node.Metrics.Regions.Rounds, node.Metrics.Regions.Asked);
        clock.Advance(10);
        await Asked(node, rounds + 1);
        Assert.Equal(before + questions, node.Metrics.Regions.Asked);
        await Settled(node);
    }

    private static Task Settled(ClusterNode node) => TestCluster.Equal(false, () => node.Metrics.Regions.AreAwaited);
}
