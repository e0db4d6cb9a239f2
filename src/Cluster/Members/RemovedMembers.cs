using System.Collections.Concurrent;
using System.Diagnostics;
using Akka.Actor;
using Akka.Cluster;

namespace AkkaInstrumentation;

/// <summary>
/// Counts the members that are removed, by the status that they had before: <c>exiting</c> has left, <c>down</c> was given up and is a lost node. It is a reference without
/// an actor that the cluster notifies about removals only, never about gossip. The cluster's thread counts.
/// </summary>
internal sealed class RemovedMembers : MinimalActorRef
{
    private readonly ExtendedActorSystem _system;
    private readonly SystemTags _tags;
    private readonly RecentEvents<NodeLoss> _lost;
    private readonly ConcurrentDictionary<MemberStatus, TaggedCount> _counts = new();

    public RemovedMembers(ExtendedActorSystem system, AkkaInstrumentationExtension instrumentation)
    {
        (_system, _tags, _lost) = (system, instrumentation.Tags, instrumentation.NodeLosses);

        // it must be found by its path where the application has its messages serialized
        Path = system.Provider.TempPath();
        system.Provider.RegisterTempActor(this, Path);
    }

    public override ActorPath Path { get; }

    public override IActorRefProvider Provider => _system.Provider;

    public IEnumerable<TaggedCount> Counts => _counts.Values;

    /// <summary>Begins to count. Called once.</summary>
    public void Follow(Cluster cluster) => cluster.Subscribe(this, typeof(ClusterEvent.MemberRemoved));

    /// <summary>Never throws.</summary>
    protected override void TellInternal(object message, IActorRef sender)
    {
        if (message is ClusterEvent.MemberRemoved removed)
        {
            _counts.GetOrAdd(removed.PreviousStatus, NewCount).Increment();
            if (removed.PreviousStatus == MemberStatus.Down)
            {
                _lost.Add(new(removed.Member.Address.ToString()), Stopwatch.GetTimestamp());
            }
        }
    }

    private TaggedCount NewCount(MemberStatus status) =>
        new(_tags.With(new KeyValuePair<string, object?>(AkkaMetricAttributes.ClusterMemberStatus, MemberStatuses.Word(status))));
}
