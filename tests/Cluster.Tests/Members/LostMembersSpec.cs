namespace AkkaInstrumentation.Tests;

/// <summary>Members that cannot be reached, that are downed, and that leave.</summary>
public sealed class LostMembersSpec
{
    private const string Status = AkkaMetricAttributes.ClusterMemberStatus;

    [Fact]
    public async Task A_node_that_is_gone_is_unreachable_until_it_is_downed()
    {
        await using var cluster = await TestCluster.Of("", "", "");
        var gone = cluster[2];
        await TestCluster.Equal(3, () => cluster[1].Sum(AkkaMetricNames.ClusterMembers, (Status, "up")));
        await cluster.Crash(gone);
        for (var at = 0; at < 2; at++)
        {
            var node = cluster[at];
            await TestCluster.Equal(
                1,
                () => node.Sum(
                    AkkaMetricNames.ClusterUnreachableMembers,
                    (AkkaMetricAttributes.ClusterMemberAddress, gone.Address),
                    (AkkaMetricAttributes.ClusterObserver, "self")));
            Assert.Equal(1, node.Sum(AkkaMetricNames.ClusterUnreachableMembers));
            Assert.Equal(3, node.Sum(AkkaMetricNames.ClusterMembers));
            Assert.Empty(Lost(node));

            // since when, for the page; the event may come after the state
            await TestCluster.Equal(true, () => node.Metrics.Removed.UnreachableSeconds(gone.Cluster.SelfAddress) > 0);
            Assert.Equal([null, null, true], node.Metrics.Members.Read()!.Members.Select(member => member.UnreachableSeconds > 0 ? true : (bool?)null)
                .Order());
        }

        cluster[0].Cluster.Down(gone.Cluster.SelfAddress);
        for (var at = 0; at < 2; at++)
        {
            var node = cluster[at];
            await TestCluster.Equal(1, () => node.Sum(AkkaMetricNames.ClusterRemovals, (Status, "down")));
            await TestCluster.Equal(2, () => node.Sum(AkkaMetricNames.ClusterMembers, (Status, "up")));
            await TestCluster.Equal(null, () => node.Sum(AkkaMetricNames.ClusterUnreachableMembers));
            Assert.Null(node.Metrics.Removed.UnreachableSeconds(gone.Cluster.SelfAddress));
            Assert.Equal(1, node.Sum(AkkaMetricNames.ClusterRemovals));
            Assert.Equal($"{gone.Address}: downed and removed from the cluster", Assert.Single(Lost(node)).Text);
        }

        var cause = AkkaDiagnosis.Read(cluster[0].System).Causes.Single(cause => cause.Kind == "lost-node");
        Assert.Equal((gone.Address, "2 members are left"), (cause.Path, Assert.Single(cause.Evidence)));
        Assert.Empty(Lost(cluster[0], TimeSpan.FromMinutes(6)));
    }

    [Fact]
    public async Task A_node_that_leaves_is_removed_as_exiting_and_reports_no_members_any_more()
    {
        await using var cluster = await TestCluster.Of("", "");
        await TestCluster.Equal(2, () => cluster[0].Sum(AkkaMetricNames.ClusterMembers, (Status, "up")));
        await TestCluster.Equal(2, () => cluster[1].Sum(AkkaMetricNames.ClusterMembers, (Status, "up")));

        cluster[1].Cluster.Leave(cluster[1].Cluster.SelfAddress);

        await TestCluster.Equal(1, () => cluster[0].Sum(AkkaMetricNames.ClusterRemovals, (Status, "exiting")));
        await TestCluster.Equal(1, () => cluster[0].Sum(AkkaMetricNames.ClusterMembers));
        await TestCluster.Equal(1, () => cluster[1].Sum(AkkaMetricNames.ClusterStatus, (Status, "removed")));
        Assert.Null(cluster[1].Sum(AkkaMetricNames.ClusterMembers));
        Assert.Null(cluster[1].Sum(AkkaMetricNames.ClusterLeader));
        Assert.Null(cluster[1].Sum(AkkaMetricNames.ClusterOlderMembers));
        Assert.Empty(Lost(cluster[0]));
        Assert.Empty(Lost(cluster[1]));
    }

    [Fact]
    public async Task A_system_that_ends_leaves_its_counts_and_no_state()
    {
        await using var cluster = await TestCluster.Of("", "");
        var (stays, leaves) = (cluster[0], cluster[1]);
        await TestCluster.Equal(2, () => stays.Sum(AkkaMetricNames.ClusterMembers, (Status, "up")));
        leaves.Cluster.Leave(leaves.Cluster.SelfAddress);
        await TestCluster.Equal(1, () => stays.Sum(AkkaMetricNames.ClusterRemovals, (Status, "exiting")));

        await cluster.Crash(stays);

        await TestCluster.Equal(null, () => stays.Sum(AkkaMetricNames.ClusterMembers));
        await TestCluster.Equal(null, () => stays.Sum(AkkaMetricNames.ClusterStatus));
        Assert.Equal(1, stays.Sum(AkkaMetricNames.ClusterRemovals, (Status, "exiting")));
    }

    // What the health check and the dashboard's status line say, now or later.
    private static List<Trouble> Lost(ClusterNode node, TimeSpan later = default)
    {
        var now = Stopwatch.GetTimestamp() + (long)(later.TotalSeconds * Stopwatch.Frequency);
        var found = SystemFindings.Read(AkkaInstrumentationExtension.For(node.System), new(), now);
        return [.. SystemHealth.From(found, new()).Troubles.Where(trouble => trouble.Kind == "lost-node")];
    }
}
