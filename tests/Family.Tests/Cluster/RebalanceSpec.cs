using Akka.Cluster.Sharding;

namespace AkkaInstrumentation.Tests.Cluster;

/// <summary>A shard moves to another node because the allocation strategy moves it. No node leaves.</summary>
public sealed class RebalanceSpec
{
    private const int Entities = 4;

    /// <summary>No node needs to find out first whether the other one reads contexts.</summary>
    private const string Settings =
        "akka { instrumentation.tracing.remote = always, cluster.sharding { rebalance-interval = 200ms, retry-interval = 200ms } }";

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(90);

    internal sealed record Order(string Id, int Number);

    /// <summary>Answers with its node and its trace.</summary>
    private sealed class Entity(string node, ConcurrentDictionary<int, int> handled) : UntypedActor
    {
        protected override void OnReceive(object message)
        {
            handled.AddOrUpdate(((Order)message).Number, 1, static (_, times) => times + 1);
            Sender.Tell($"{node} {Activity.Current?.TraceId}");
        }
    }

    private sealed class Extractor() : HashCodeMessageExtractor(1)
    {
        public override string? EntityId(object message) => (message as Order)?.Id;
    }

    /// <summary>
    /// Keeps the only shard at the coordinator's node, and moves it to the other one when the test asks for it. The new home is known when the test
    /// decides it.
    /// </summary>
    private sealed class Moving : IShardAllocationStrategy
    {
        private readonly TaskCompletionSource _asked = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private readonly TaskCompletionSource _found = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private int _moves;

        /// <summary>The shard has left its old home, and a message has asked for the new one.</summary>
        public Task Asked => _asked.Task;

        public void Move() => Volatile.Write(ref _moves, 1);

        public void Find() => _found.SetResult();

        public async Task<IActorRef> AllocateShard(IActorRef requester, string shardId,
            IImmutableDictionary<IActorRef, IImmutableList<string>> currentShardAllocations)
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
    public async Task Messages_to_a_shard_that_its_strategy_moves_keep_their_traces_and_none_comes_twice()
    {
        await using var cluster = new TestCluster();
        var first = cluster.Start(more: Settings);
        await cluster.Join(first);
        var second = cluster.Start(more: Settings);
        await cluster.Join(second);
        var (strategy, handled) = (new Moving(), new ConcurrentDictionary<int, int>());
        var regions = new List<IActorRef>();

        // before the regions' first run: a run that is under way when a listener comes makes no spans
        using var listener = Recorded.Everything();
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

        var (expected, found) = (new List<string>(), new List<Task<string>>());

        Send(200);
        Assert.All(await Task.WhenAll(found), answer => Assert.StartsWith($"{first.Address} ", answer, StringComparison.Ordinal));

        strategy.Move();
        var moves = found.Count;
        do
        {
            Send(10);
        }
        while (await Task.WhenAny(strategy.Asked, Task.Delay(20)) != strategy.Asked);

        // nobody knows the new home yet
        var moved = found.Count;
        Send(200);
        strategy.Find();
        var answers = await Task.WhenAll(found[moved..]).WaitAsync(Patience);
        Assert.All(answers, answer => Assert.StartsWith($"{second.Address} ", answer, StringComparison.Ordinal));

        // While the shard is handed over, Akka drops what its region has buffered, so that no message overtakes another.
        Assert.All(Enumerable.Range(0, found.Count).Where(number => number < moves || number >= moved), number => Assert.Equal(1, handled[number]));
        Assert.All(handled.Values, times => Assert.Equal(1, times));
        Assert.All(Enumerable.Range(0, found.Count)
            .Where(number => found[number].IsCompletedSuccessfully), number => Assert.Equal(expected[number], TraceOf(found[number])));
        await Eventually.Equal(1, () => cluster.Recorder.Of(AkkaMetricNames.ClusterShardingHandoffDuration).Count, Patience);
        Assert.Equal(1, cluster.Recorder.Sum(AkkaMetricNames.ClusterShardingHandoffs, (AkkaSpanAttributes.ShardRegionName, "order")));

        static string TraceOf(Task<string> answer) => answer.GetAwaiter().GetResult().Split(' ')[1];

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
}
