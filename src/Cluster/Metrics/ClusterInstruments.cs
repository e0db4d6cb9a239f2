using System.Diagnostics.Metrics;
using System.Numerics;

namespace AkkaInstrumentation;

/// <summary>
/// The instruments about clusters. Each exists once per process. They are created when the first system with a cluster starts, before its messages.
/// </summary>
internal static class ClusterInstruments
{
    public static readonly Histogram<double> HandoffDuration =
        Instruments.Durations(AkkaMetricNames.ClusterShardingHandoffDuration, "Time from the start of a shard's hand-off to its end.");

    static ClusterInstruments()
    {
        Members();
        Sharding();
    }

    /// <summary>Makes the instruments. Does not throw when a listener does.</summary>
    public static void Publish() => _ = (HandoffDuration, BufferedType.Durations);

    private static void Members()
    {
        Gauge(AkkaMetricNames.ClusterMembers, AkkaMetricNames.MemberUnit,
            "Members of the cluster, as this node sees them.", node => node.Members.ByStatus());
        Gauge(AkkaMetricNames.ClusterRoleMembers, AkkaMetricNames.MemberUnit,
            "Members of the cluster with a role, as this node sees them.", node => node.Members.ByRole());
        Gauge(AkkaMetricNames.ClusterUnreachableMembers, AkkaMetricNames.MemberUnit,
            "Members that are not reachable, as this node sees them.", node => node.Members.Unreachable());
        UpDown(AkkaMetricNames.ClusterLeader, AkkaMetricNames.Unity,
            "Whether this node takes itself for the leader.", node => node.Members.Leader());
        UpDown(AkkaMetricNames.ClusterRoleLeader, AkkaMetricNames.Unity,
            "Whether this node takes itself for the leader of a role.", node => node.Members.RoleLeader());
        UpDown(AkkaMetricNames.ClusterStatus, AkkaMetricNames.Unity, "The status of this node.", node => node.Members.Status());
        Gauge(AkkaMetricNames.ClusterOlderMembers, AkkaMetricNames.MemberUnit,
            "Members that are older than this node.", node => node.Members.Older());
        UpDown(AkkaMetricNames.ClusterDowning, AkkaMetricNames.Unity, "The downing provider of this node.", node => node.Members.Downing());
        Counter(AkkaMetricNames.ClusterRemovals, AkkaMetricNames.MemberUnit, "Members that this node saw removed.", node => node.Removed.Counts);
        UpDown(AkkaMetricNames.ClusterSingletonCount, AkkaMetricNames.SingletonUnit,
            "Singletons that run on this node.", node => node.Singletons.Counts());
    }

    private static void Sharding()
    {
        Gauge(AkkaMetricNames.ClusterShardingRegions, AkkaMetricNames.RegionUnit,
            "Nodes that have a region of the entity type.", node => node.Regions.Nodes());
        UpDown(AkkaMetricNames.ClusterShardingShardCount, AkkaMetricNames.ShardUnit, "Shards on this node.", node => node.Regions.Shards());
        UpDown(AkkaMetricNames.ClusterShardingEntityCount, AkkaMetricNames.EntityUnit,
            "Entities that live on this node.", node => node.Regions.Entities());
        Gauge(AkkaMetricNames.ClusterShardingAnswerAge, AkkaMetricNames.Seconds, "Time since the region answered.", node => node.Regions.AnswerAge());
        UpDown(AkkaMetricNames.ClusterShardingBufferDepth, AkkaMetricNames.MessageUnit,
            "Messages that regions of this node keep until the home of their shard is known.", node => node.Buffers.Depths());
        Gauge(AkkaMetricNames.ClusterShardingBufferOldestAge, AkkaMetricNames.Seconds,
            "Time since the region got the oldest of these messages.", node => node.Buffers.Ages());
        Counter(AkkaMetricNames.ClusterShardingBufferLost, AkkaMetricNames.MessageUnit,
            "Messages that a region or shard kept when it stopped or restarted.", node => node.Buffers.Lost);
        Counter(AkkaMetricNames.ClusterShardingHandoffs, AkkaMetricNames.HandoffUnit,
            "Hand-offs of shards that this node's coordinator has begun.", node => node.Handoffs.Begun);
    }

    private static void Gauge<T>(string name, string unit, string description, Func<ClusterMetrics, IEnumerable<Measurement<T>>> of)
        where T : struct, INumber<T> =>
        ObservableMetrics.Gauge(name, unit, description, system => ClusterMetrics.Find(system.Metrics) is { } node ? of(node) : []);

    private static void UpDown(string name, string unit, string description, Func<ClusterMetrics, IEnumerable<Measurement<long>>> of) =>
        ObservableMetrics.UpDownCounter(name, unit, description, system => ClusterMetrics.Find(system.Metrics) is { } node ? of(node) : []);

    private static void Counter(string name, string unit, string description, Func<ClusterMetrics, IEnumerable<TaggedCount>> of) =>
        ObservableMetrics.Counter(name, unit, description, system => ClusterMetrics.Find(system) is { } node ? of(node) : []);
}
