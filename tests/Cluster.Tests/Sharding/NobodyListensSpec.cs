namespace AkkaInstrumentation.Tests;

/// <summary>While nobody collects, regions are asked nothing.</summary>
[Collection(Alone.Name)]
public sealed class NobodyListensSpec
{
    [Fact]
    public async Task Nothing_is_asked_while_nobody_collects_these_instruments()
    {
        await using var cluster = await TestCluster.Of("");
        cluster.Recorder.Dispose();
        var node = cluster[0];
        await Entities.Create(await node.StartRegion("order"), 12);
        using (var others = new MetricRecorder(cluster.Name, name => !name.StartsWith("akka.cluster.sharding.", StringComparison.Ordinal)))
        {
            for (var i = 0; i < 100; i++)
            {
                Assert.NotEmpty(others.Poll());
            }

            // what the region itself has got
            Assert.Null(others.Sum(AkkaMetricNames.ActorMessages, (AkkaSpanAttributes.MessageType, "GetShardRegionStats")));
        }

        Assert.Equal(0, node.Metrics.Regions.Rounds);
        Assert.Equal(0, node.Metrics.Regions.Asked);
    }
}
