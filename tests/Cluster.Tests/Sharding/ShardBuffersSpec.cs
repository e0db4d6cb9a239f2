using Akka.Actor.Internal;
using Akka.Cluster.Sharding;

namespace AkkaInstrumentation.Tests;

/// <summary>What regions and shards keep for later, against what an adapter of the application's has counted.</summary>
public sealed class ShardBuffersSpec
{
    private static readonly TimeSpan Long = TimeSpan.FromMinutes(2);

    [Fact]
    public async Task Each_message_that_waits_for_a_home_is_counted_until_it_goes_on()
    {
        await using var cluster = await TestCluster.Of("");
        var node = cluster[0];
        var seen = Counting.In(node.System);
        var region = await node.StartRegion("order");
        Assert.Equal(Enumerable.Range(0, 50).Select(i => $"entity-{i}"), await Task.WhenAll(
            Enumerable.Range(0, 50).Select(i => region.Ask<string>($"entity-{i}", Long))));

        var kept = seen.At(region.Path.ToStringWithoutAddress());
        Assert.True(kept > 0, "the region has kept nothing");
        await TestCluster.Equal(kept, () => node.Recorded(AkkaMetricNames.ClusterShardingBufferDuration).Count);
        Assert.All(
            node.Recorded(AkkaMetricNames.ClusterShardingBufferDuration),
            measured => Assert.True(measured.Value > 0 && measured.Has([Of("order")])));
        await TestCluster.Equal(0, () => node.Sum(AkkaMetricNames.ClusterShardingBufferDepth, Of("order")));
        Assert.Equal(0, node.Sum(AkkaMetricNames.ClusterShardingBufferLost, Of("order")) ?? 0);
    }

    [Fact]
    public async Task A_message_for_a_shard_of_another_node_goes_on_there()
    {
        await using var cluster = await TestCluster.Of("shards", "");
        var (first, second) = (cluster[0], cluster[1]);
        await ClusterSharding.Get(first.System).StartAsync(
            "order", _ => Echo.Props, ClusterShardingSettings.Create(first.System).WithRole("shards"), new Entities.Ids(null));
        var seen = Counting.In(second.System);
        var proxy = await ClusterSharding.Get(second.System).StartProxyAsync("order", "shards", new Entities.Ids(null));
        await Entities.Create(proxy, 5);

        var kept = seen.At(proxy.Path.ToStringWithoutAddress());
        Assert.True(kept > 0, "the proxy has kept nothing");
        await TestCluster.Equal(kept, () => second.Recorded(AkkaMetricNames.ClusterShardingBufferDuration).Count);
        await TestCluster.Equal(0, () => second.Sum(AkkaMetricNames.ClusterShardingBufferDepth));
    }

    [Fact]
    public async Task What_a_region_keeps_when_it_stops_is_lost()
    {
        await using var cluster = new TestCluster();
        var node = cluster.Start();
        await cluster.Join(node);
        var system = node.System;
        var proxy = await ClusterSharding.Get(system).StartProxyAsync("cart", "nowhere", new Entities.Ids(null));
        proxy.TellEach(50, i => $"entity-{i}");
        await TestCluster.Equal(50, () => node.Sum(AkkaMetricNames.ClusterShardingBufferDepth, Of("cartProxy")));
        Assert.True(node.Largest(AkkaMetricNames.ClusterShardingBufferOldestAge, Of("cartProxy")) > 0);

        system.Stop(proxy);

        await TestCluster.Equal(50, () => node.Sum(AkkaMetricNames.ClusterShardingBufferLost, Of("cartProxy")));
        Assert.Equal(0, node.Sum(AkkaMetricNames.ClusterShardingBufferDepth, Of("cartProxy")));
        Assert.Equal(50, Lost(node, proxy.Path));
        Assert.Equal(50, node.Sum(AkkaMetricNames.ActorDeadLetters, (AkkaMetricAttributes.DeadLetterReason, "lost_buffer")));
        var cause = Assert.Single(system.GetInsight().Diagnose().Causes, cause => cause.Kind == AkkaCauseKinds.LostBuffer);
        Assert.Equal("ShardRegion /system/sharding/cartProxy stopped or restarted, and lost String that it kept.", cause.Description);
    }

    /// <summary>What waits for an entity that starts again is in the shard.</summary>
    [Fact]
    public async Task What_a_shard_keeps_when_it_restarts_is_lost()
    {
        await using var cluster = await TestCluster.Of("");
        var node = cluster[0];
        var seen = Counting.In(node.System);
        var living = new ConcurrentQueue<IActorRef>();
        var region = await ClusterSharding.Get(node.System).StartAsync(
            "order", _ => Props.Create(() => new Passivating(living)), ClusterShardingSettings.Create(node.System), new BreakingShards());
        await region.Ask<string>("one", Long);
        var shard = living.Single().Path.Parent;

        // the first one arrives at the entity that starts again, so such messages are known to arrive
        await region.Ask<string>("passivate", Long);
        region.Tell("kept");
        await TestCluster.Equal(1, () => seen.At(shard.ToStringWithoutAddress()));
        living.Last().Tell("stop now");
        await TestCluster.Equal(2, () => living.Count);
        await region.Ask<string>("again", Long);

        await region.Ask<string>("passivate", Long);
        region.TellEach(30, i => $"lost {i}");
        await TestCluster.Equal(31, () => seen.At(shard.ToStringWithoutAddress()));
        region.Tell("break");
        await TestCluster.Equal(30, () => node.Sum(AkkaMetricNames.ClusterShardingBufferLost, Of("order")));
        Assert.Equal(30, Lost(node, shard));
        var cause = Assert.Single(node.System.GetInsight().Diagnose().Causes, cause => cause.Kind == AkkaCauseKinds.ShardRestart);
        Assert.Contains("30 String that it had buffered are lost", cause.Evidence);
    }

    private static (string, object?) Of(string type) => (AkkaSpanAttributes.ShardRegionName, type);

    private static long Lost(ClusterNode node, ActorPath holder) => AkkaInstrumentationExtension.For(node.System).Losses.Read()
        .Where(loss => loss.Latest.Reason == AkkaLossReasons.LostBuffer && loss.Latest.Recipient == holder)
        .Sum(loss => loss.Total);

    // The application's own adapter, which has its place before the region starts.
    private sealed class Counting : IShardingBufferMessageAdapter
    {
        private readonly ConcurrentQueue<string> _at = [];

        public static Counting In(ActorSystem system)
        {
            var made = new Counting();
            ClusterSharding.Get(system).SetShardingBufferMessageAdapter(made);
            return made;
        }

        public int At(string path) => _at.Count(one => one == path);

        public object Apply(object message, IActorContext context)
        {
            _at.Enqueue(context.Self.Path.ToStringWithoutAddress());
            return message;
        }

        public object UnApply(object message, IActorContext context) => message;
    }

    // One entity of one shard. The shard, and not the region, throws.
    private sealed class BreakingShards() : HashCodeMessageExtractor(1)
    {
        public override string EntityId(object message) =>
            message is "break" && InternalCurrentActorCellKeeper.Current?.Self.Path.Elements.Count == 4
                ? throw new FormatException("broken") : "entity";
    }

    private sealed class Passivating : UntypedActor
    {
        public Passivating(ConcurrentQueue<IActorRef> living) => living.Enqueue(Self);

        protected override void OnReceive(object message)
        {
            switch (message)
            {
                case "passivate":
                    Context.Parent.Tell(new Passivate("stop"));
                    Sender.Tell(message);
                    break;
                case "stop now":
                    Context.Stop(Self);
                    break;
                case not "stop":
                    Sender.Tell(message);
                    break;
            }
        }
    }
}
