namespace AkkaInstrumentation.Tests;

/// <summary>The heartbeats of other nodes, while they live and after one of them is gone.</summary>
public sealed class LateNodeSpec
{
    private const string Impatient = "akka.cluster.failure-detector.acceptable-heartbeat-pause = 8s";

    private static readonly (string Key, object? Value) ByCluster = (AkkaMetricAttributes.RemoteFailureDetectorName, "cluster");

    [Fact]
    public async Task The_phi_of_a_node_that_is_gone_grows_until_the_node_is_unreachable()
    {
        await using var cluster = new TestCluster();
        var (watcher, other, gone) = (await Join(cluster, Impatient), await Join(cluster, Impatient), await Join(cluster, Impatient));
        await TestCluster.Equal(true, () => Age(watcher, gone) >= 0 && Age(watcher, other) >= 0);
        await TestCluster.Equal(true, () => watcher.Recorded(AkkaMetricNames.RemoteHeartbeatInterval).Count > 0);

        await cluster.Crash(gone);
        await TestCluster.Equal(
            1, () => watcher.Sum(AkkaMetricNames.ClusterUnreachableMembers, Address(AkkaMetricAttributes.ClusterMemberAddress, gone),
                (AkkaMetricAttributes.ClusterObserver, "self")));
        Assert.True(Age(watcher, gone) >= 8);
        Assert.True(Phi(watcher, gone) >= 8);
        Assert.Equal(
            [(other.Address, false), (gone.Address, true)],
            watcher.Metrics.Members.Read()!.Members.Where(member => member.HeartbeatSeconds is not null)
                .Select(member => (member.Address, member.IsLate)).Order());

        // nobody watches it any more
        watcher.Cluster.Down(gone.Cluster.SelfAddress);
        await TestCluster.Equal(null, () => Age(watcher, gone));
        Assert.NotNull(Age(watcher, other));
    }

    [Fact]
    public async Task A_failure_detector_of_the_applications_own_stays()
    {
        await using var cluster = new TestCluster();
        var own = await Join(cluster, "akka.cluster.failure-detector.implementation-class = \"Akka.Remote.PhiAccrualFailureDetector, Akka.Remote\"");
        var other = await Join(cluster);
        await TestCluster.Equal(true, () => Age(other, own) >= 0);

        Assert.Null(own.Largest(AkkaMetricNames.RemoteHeartbeatAge));
    }

    private static async Task<ClusterNode> Join(TestCluster cluster, string more = "")
    {
        var node = cluster.Start(more: more);
        await cluster.Join(node);
        return node;
    }

    private static (string Key, object? Value) Address(string key, ClusterNode node) => (key, node.Address);

    private static double? Age(ClusterNode node, ClusterNode peer) =>
        node.Largest(AkkaMetricNames.RemoteHeartbeatAge, Address(AkkaMetricAttributes.RemoteAddress, peer), ByCluster);

    private static double? Phi(ClusterNode node, ClusterNode peer) =>
        node.Largest(AkkaMetricNames.RemoteHeartbeatPhi, Address(AkkaMetricAttributes.RemoteAddress, peer), ByCluster);
}
