using System.Collections.Concurrent;
using System.Diagnostics;
using Akka.Actor;
using Akka.Cluster;

namespace AkkaInstrumentation;

/// <summary>
/// Counts the members that are removed, by the status that they had before: an <c>exiting</c> member has left, a <c>down</c> member is a lost node.
/// It also knows since when a member has been unreachable. It is a reference without an actor that the cluster notifies about these events only,
/// never about gossip. The cluster's thread writes; any thread reads.
/// </summary>
internal sealed class RemovedMembers : MinimalActorRef
{
    private readonly ExtendedActorSystem _system;
    private readonly SystemTags _tags;
    private readonly RecentEvents<NodeLoss> _lost;
    private readonly ConcurrentDictionary<MemberStatus, TaggedCount> _counts = new();
    private readonly ConcurrentDictionary<Address, long> _unreachable = new();

    public RemovedMembers(ExtendedActorSystem system, AkkaInstrumentationExtension instrumentation)
    {
        (_system, _tags, _lost) = (system, instrumentation.Tags, instrumentation.Insight.NodeLosses);

        // the reference must be found by its path if the application has its messages serialized
        Path = system.Provider.TempPath();
        system.Provider.RegisterTempActor(this, Path);
    }

    public override ActorPath Path { get; }

    public override IActorRefProvider Provider => _system.Provider;

    public IEnumerable<TaggedCount> Counts => _counts.Values;

    /// <summary>Begins to count. Called once.</summary>
    public void Follow(Cluster cluster) => cluster.Subscribe(
        this, ClusterEvent.InitialStateAsEvents, typeof(ClusterEvent.MemberRemoved), typeof(ClusterEvent.IReachabilityEvent));

    /// <summary>Time since a member was reported as unreachable to this node; null if it was not.</summary>
    public double? UnreachableSeconds(Address member) =>
        _unreachable.TryGetValue(member, out var since) ? Ticks.ToSeconds(Stopwatch.GetTimestamp() - since) : null;

    /// <summary>Never throws.</summary>
    protected override void TellInternal(object message, IActorRef sender)
    {
        if (message is ClusterEvent.MemberRemoved removed)
        {
            _counts.GetOrAdd(removed.PreviousStatus, NewCount).Increment();
            if (removed.PreviousStatus == MemberStatus.Down)
            {
                var address = removed.Member.Address;
                _lost.Add(new(address.ToString(), address.Equals(_system.Provider.DefaultAddress)), Stopwatch.GetTimestamp());
            }

            _unreachable.TryRemove(removed.Member.Address, out _);
        }
        else if (message is ClusterEvent.UnreachableMember unreachable)
        {
            _unreachable.TryAdd(unreachable.Member.Address, Stopwatch.GetTimestamp());
        }
        else if (message is ClusterEvent.ReachableMember reachable)
        {
            _unreachable.TryRemove(reachable.Member.Address, out _);
        }
    }

    private TaggedCount NewCount(MemberStatus status) =>
        new(_tags.With(new KeyValuePair<string, object?>(AkkaMetricAttributes.ClusterMemberStatus, MemberStatuses.Word(status))));
}
