using Akka.Actor;

namespace Akka.Cluster.Sharding;

/// <summary>Moves shards: here only away from a region that stops.</summary>
internal sealed class ShardCoordinator : UntypedActor
{
    public static Props Parent() => Props.Create(() => new Tools.Singleton.ParentOf(Props.Create(() => new ShardCoordinator()), "coordinator"));

    protected override void OnReceive(object message)
    {
        var handOff = (HandOff)message;
        Context.ActorOf(Props.Create(() => new RebalanceWorker(handOff)));
    }

    public sealed record HandOff(IActorRef Region, string Shard);

    /// <summary>One hand-off.</summary>
    internal sealed class RebalanceWorker(HandOff handOff) : UntypedActor
    {
        protected override void PreStart() => handOff.Region.Tell(handOff, Self);

        protected override void OnReceive(object message) => Context.Stop(Self);
    }
}
