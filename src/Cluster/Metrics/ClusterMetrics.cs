using System.Runtime.CompilerServices;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// The metrics of one node of a cluster. The instruments belong to the process and find them through the <see cref="SystemMetrics"/> of each actor
/// system.
/// </summary>
internal sealed class ClusterMetrics : IActorLifecycle
{
    // The actor system's metrics end with it, and these with them.
    private static readonly ConditionalWeakTable<SystemMetrics, ClusterMetrics> All = [];

    private readonly SystemMetrics _system;

    public ClusterMetrics(ExtendedActorSystem system, SystemMetrics metrics)
    {
        _system = metrics;
        Removed = new RemovedMembers(system, metrics.Tags);
        Members = new MembersSeen(system, metrics.Tags, Removed.Follow);
        Regions = new RegionsAsked(system, metrics.Tags);
        Handoffs = new Handoffs(metrics.Tags);
        Singletons = new SingletonsHere(metrics.Tags);
        All.AddOrUpdate(metrics, this);
    }

    public MembersSeen Members { get; }

    public RemovedMembers Removed { get; }

    public RegionsAsked Regions { get; }

    public Handoffs Handoffs { get; }

    public SingletonsHere Singletons { get; }

    /// <summary>Null for a system whose cluster is not instrumented.</summary>
    public static ClusterMetrics? Of(SystemMetrics system) => All.TryGetValue(system, out var metrics) ? metrics : null;

    void IActorLifecycle.Started(ActorCell actor)
    {
        Handoffs.Started(actor);
        Singletons.Started(actor);
    }

    void IActorLifecycle.Stopped(IActorRef actor)
    {
        Singletons.Stopped(actor);
        if (Handoffs.Stopped(actor, out var seconds, out var attributes) && _system.IsEnabled)
        {
            ClusterInstruments.HandoffDuration.Record(seconds, attributes);
        }
    }
}
