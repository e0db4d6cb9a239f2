using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Diagnostics;
using Akka.Actor;
using Akka.Cluster.Sharding;

namespace AkkaInstrumentation.Tests.Cluster;

/// <summary>A shard moves to another node because the allocation strategy says so. No node leaves.</summary>
public sealed class RebalanceSpec
{
    private const int Entities = 4;
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(90);

    internal sealed record Order(string Id, int Number);

    /// <summary>Answers with its node and its trace.</summary>
    private sealed class Entity(string node, ConcurrentDictionary<int, int> handled) : ReceiveActor
    {
        private void Answer(Order order)
        {
            handled.AddOrUpdate(order.Number, 1, static (_, times) => times + 1);
            Sender.Tell($"{node} {Activity.Current?.TraceId}");
        }

        protected override void PreStart() => Receive<Order>(Answer);
    }

    private sealed class Extractor() : HashCodeMessageExtractor(1)
    {
        public override string? EntityId(object message) => (message as Order)?.Id;
    }

    /// <summary>Keeps the only shard at the coordinator's node, and moves it to the other one when it is told to. The new home is known when the test says so.</summary>
    private sealed class Moving : IShardAllocationStrategy
    {
        private readonly TaskCompletionSource _asked = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private readonly TaskCompletionSource _found = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private int _moves;

        /// <summary>The shard has left its old home, and a message has asked for the new one.</summary>
        public Task Asked => _asked.Task;

        public void Move() => Volatile.Write(ref _moves, 1);

        public void Find() => _found.SetResult();

        public async Task<IActorRef> AllocateShard(IActorRef requester, string shardId, IImmutableDictionary<IActorRef, IImmutableList<string>> currentShardAllocations)
        {
            if (Volatile.Read(ref _moves) == 0)
            {
                return currentShardAllocations.Keys.Single(IsHere);
            }

            _asked.TrySetResult();
            await _found.Task;
            return currentShardAllocations.Keys.Single(region => !IsHere(region));
        }

        public Task<IImmutableSet<string>> Rebalance(
            IImmutableDictionary<IActorRef, IImmutableList<string>> currentShardAllocations, IImmutableSet<string> rebalanceInProgress) =>
            Task.FromResult<IImmutableSet<string>>(
                Volatile.Read(ref _moves) == 1 && rebalanceInProgress.Count == 0
                    ? [.. currentShardAllocations.Where(region => IsHere(region.Key)).SelectMany(region => region.Value)]
                    : ImmutableHashSet<string>.Empty);

        private static bool IsHere(IActorRef region) => ((IActorRefScope)region).IsLocal;
    }

    [Fact]
    public async Task Messages_to_a_shard_that_its_strategy_moves_arrive_once_and_in_their_traces()
    {
        await using var cluster = new TestCluster();
        var (first, second) = (Start(cluster), Start(cluster));
        await cluster.Join(first);
        await cluster.Join(second);
        var (strategy, handled) = (new Moving(), new ConcurrentDictionary<int, int>());
        var regions = new List<IActorRef>();
        foreach (var node in new[] { first, second })
        {
            regions.Add(await ClusterSharding.Get(node.System).StartAsync(
                "order",
                _ => Props.Create(() => new Entity(node.Address, handled)),
                ClusterShardingSettings.Create(node.System),
                new Extractor(),
                strategy,
                PoisonPill.Instance));
        }

        using var listener = Recorded.Everything();
        var (expected, found) = (new List<string>(), new List<Task<string>>());

        // until each node knows that the other one reads contexts, messages travel without
        await Eventually.True(
            () =>
            {
                using var root = Recorded.Root();
                regions[1].Ask<string>(new Order("0", -1), Patience);
                return Reads(first, second) && Reads(second, first);
            },
            timeout: Patience);

        Send(200);
        Assert.All(await Task.WhenAll(found), answer => Assert.StartsWith($"{first.Address} ", answer, StringComparison.Ordinal));

        strategy.Move();
        do
        {
            Send(10);
        }
        while (await Task.WhenAny(strategy.Asked, Task.Delay(20)) != strategy.Asked);

        // nobody knows the new home yet
        var moved = found.Count;
        Send(200);
        strategy.Find();
        var answers = await Task.WhenAll(found).WaitAsync(Patience);

        Assert.Equal(expected, answers.Select(answer => answer.Split(' ')[1]));
        Assert.All(answers[moved..], answer => Assert.StartsWith($"{second.Address} ", answer, StringComparison.Ordinal));
        Assert.All(Enumerable.Range(0, found.Count), number => Assert.Equal(1, handled[number]));
        await TestCluster.Equal(1, () => first.Recorded(AkkaMetricNames.ClusterShardingHandoffDuration).Count);
        Assert.Equal(1, first.Sum(AkkaMetricNames.ClusterShardingHandoffs, (AkkaSpanAttributes.ShardRegion, "order")));

        void Send(int messages)
        {
            for (var i = 0; i < messages; i++)
            {
                using var root = Recorded.Root();
                expected.Add(root.TraceId.ToString());
                found.Add(regions[i % 2].Ask<string>(new Order($"{i % Entities}", found.Count), Patience));
            }
        }
    }

    private static ClusterNode Start(TestCluster cluster) => cluster.Start(hocon: "akka.cluster.sharding { rebalance-interval = 200ms, retry-interval = 200ms }");

    private static bool Reads(ClusterNode one, ClusterNode other) =>
        ((RemoteTracing)((ITracedProvider)((ExtendedActorSystem)one.System).Provider).Tracing).Peers.For(other.Cluster.SelfAddress).Reads;
}
