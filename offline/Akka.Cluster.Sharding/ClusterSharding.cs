using System.Collections.Concurrent;
using System.Collections.Immutable;
using Akka.Actor;

namespace Akka.Cluster.Sharding;

/// <summary>The id of the extension.</summary>
public class ClusterShardingExtensionProvider : ExtensionIdProvider<ClusterSharding>
{
    public override ClusterSharding CreateExtension(ExtendedActorSystem system) => new(system);
}

/// <summary>The settings under <c>akka.cluster.sharding</c>; here none is read.</summary>
public sealed class ClusterShardingSettings
{
    private ClusterShardingSettings()
    {
    }

    public static ClusterShardingSettings Create(ActorSystem system) => new();
}

/// <summary>Entities by type. Here a node keeps those to which its own region has sent a message; nothing is allocated over nodes.</summary>
public class ClusterSharding : IExtension
{
    private readonly ConcurrentDictionary<string, IActorRef> _regions = new();
    private readonly Cluster _cluster;
    private readonly IActorRef _guardian;

    public ClusterSharding(ExtendedActorSystem system)
    {
        _cluster = Cluster.Get(system);
        _guardian = system.SystemActorOf(Props.Create(() => new Guardian()), "sharding");
    }

    public ImmutableHashSet<string> ShardTypeNames => [.. _regions.Keys];

    public static ClusterSharding Get(ActorSystem system) => system.WithExtension<ClusterSharding, ClusterShardingExtensionProvider>();

    public IActorRef ShardRegion(string typeName) => _regions[typeName];

    public async Task<IActorRef> StartAsync(
        string typeName, Func<string, Props> entityPropsFactory, ClusterShardingSettings settings, IMessageExtractor messageExtractor)
    {
        // The first node that starts the type has its coordinator, under the manager of a singleton.
        var regions = (ConcurrentDictionary<Address, bool>)_cluster.Membership.Shared.GetOrAdd($"regions of {typeName}", _ => new ConcurrentDictionary<Address, bool>());
        var coordinator = new TaskCompletionSource<IActorRef>();
        var shared = (Task<IActorRef>)_cluster.Membership.Shared.GetOrAdd($"coordinator of {typeName}", coordinator.Task);
        if (shared == coordinator.Task)
        {
            coordinator.SetResult(await _guardian.Ask<IActorRef>(new Guardian.Start(
                Props.Create(() => new Tools.Singleton.ClusterSingletonManager(ShardCoordinator.Parent())), typeName + "Coordinator", "singleton/coordinator")));
        }

        var region = await _guardian.Ask<IActorRef>(new Guardian.Start(
            Props.Create(() => new ShardRegion(_cluster.SelfAddress, entityPropsFactory, messageExtractor, regions, shared.Result)), typeName, ""));
        _regions[typeName] = region;
        return region;
    }

    /// <summary>The parent of regions and coordinators.</summary>
    private sealed class Guardian : UntypedActor
    {
        protected override void OnReceive(object message)
        {
            var start = (Start)message;
            var started = Context.ActorOf(start.Props, start.Name);
            var found = started;
            foreach (var name in start.Below.Split('/', StringSplitOptions.RemoveEmptyEntries))
            {
                IActorRef? child = null;
                SpinWait.SpinUntil(() => !(child = ((ActorRefWithCell)found).GetSingleChild(name)).IsNobody());
                found = child!;
            }

            Sender.Tell(found);
        }

        public sealed record Start(Props Props, string Name, string Below);
    }
}
