using System.Collections.Concurrent;
using System.Collections.Immutable;
using Akka.Actor;

namespace Akka.Cluster.Sharding;

/// <summary>The shards of one entity type on one node.</summary>
internal sealed class ShardRegion(
    Address self,
    Func<string, Props> entity,
    IMessageExtractor extractor,
    ConcurrentDictionary<Address, bool> regions,
    IActorRef coordinator) : UntypedActor
{
    private readonly Dictionary<string, IActorRef> _shards = [];
    private readonly Dictionary<IActorRef, IActorRef> _workers = [];
    private bool _isStopping;

    protected override void PreStart() => regions[self] = true;

    protected override void PostStop() => regions.TryRemove(self, out _);

    protected override void OnReceive(object message)
    {
        switch (message)
        {
            case GetShardRegionStats:
                var asked = _shards.Select(async shard => (shard.Key, Entities: await shard.Value.Ask<int>(Shard.Count.Instance)));
                Task.WhenAll(asked).ContinueWith(
                    all => new ShardRegionStats(all.Result.ToImmutableDictionary(shard => shard.Key, shard => shard.Entities), ImmutableHashSet<string>.Empty),
                    TaskScheduler.Default).PipeTo(Sender);
                break;
            case GetCurrentRegions:
                Sender.Tell(new CurrentRegions(regions.Keys.ToImmutableHashSet()));
                break;
            case GracefulShutdown:
                _isStopping = true;
                _shards.Keys.ToList().ForEach(shard => coordinator.Tell(new ShardCoordinator.HandOff(Self, shard)));
                break;
            case ShardCoordinator.HandOff handOff when _shards.Remove(handOff.Shard, out var shard):
                _workers[Context.Watch(shard)] = Sender;
                Context.Stop(shard);
                break;
            case Terminated stopped when _workers.Remove(stopped.ActorRef, out var worker):
                worker.Tell("stopped");
                break;
            default:
                var id = extractor.EntityId(message);
                Found(_shards, extractor.ShardId(id, message), () => Props.Create(() => new Shard(entity))).Tell(new Shard.Deliver(id, extractor.EntityMessage(message)), Sender);
                break;
        }

        if (_isStopping && _shards.Count + _workers.Count == 0)
        {
            Context.Stop(Self);
        }
    }

    /// <summary>The child of that name, made if it is not there.</summary>
    internal static IActorRef Found(Dictionary<string, IActorRef> children, string name, Func<Props> props) =>
        children.TryGetValue(name, out var known) ? known : children[name] = Context.ActorOf(props(), name);
}

/// <summary>The entities of one shard.</summary>
internal sealed class Shard(Func<string, Props> entity) : UntypedActor
{
    private readonly Dictionary<string, IActorRef> _entities = [];

    protected override void OnReceive(object message)
    {
        if (message is Deliver deliver)
        {
            ShardRegion.Found(_entities, deliver.Entity, () => entity(deliver.Entity)).Tell(deliver.Message, Sender);
        }
        else
        {
            Sender.Tell(_entities.Count);
        }
    }

    public sealed record Deliver(string Entity, object Message);

    public sealed class Count
    {
        public static readonly Count Instance = new();
    }
}
