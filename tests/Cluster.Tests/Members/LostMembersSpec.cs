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

        var cause = AkkaDiagnosis.Read(cluster[0].System).Causes.Single(cause => cause.Kind == "lost_node");
        Assert.Equal((gone.Address, "2 members are left"), (cause.Subject, Assert.Single(cause.Evidence)));
        Assert.Empty(Lost(cluster[0], TimeSpan.FromMinutes(6)));
    }

    /// <summary>
    /// Also where local messages are serialized, and with them the reference that follows removals. A system that ends leaves its counts and no
    /// state.
    /// </summary>
    [Theory]
    [InlineData("")]
    [InlineData("akka.actor.serialize-messages = on")]
    public async Task A_node_that_leaves_is_removed_as_exiting_and_reports_no_members_any_more(string hocon)
    {
        await using var cluster = new TestCluster();
        var stays = cluster.Start(more: hocon);
        var lost = new ConcurrentQueue<object>();
        stays.System.EventStream.Subscribe(
            stays.System.ActorOf(Handler.Props((_, letter) => lost.Enqueue(((DeadLetter)letter).Message))), typeof(DeadLetter));
        await cluster.Join(stays);
        var leaves = cluster.Start(more: hocon);
        await cluster.Join(leaves);
        await TestCluster.Equal(2, () => stays.Sum(AkkaMetricNames.ClusterMembers, (Status, "up")));
        await TestCluster.Equal(2, () => leaves.Sum(AkkaMetricNames.ClusterMembers, (Status, "up")));

        leaves.Cluster.Leave(leaves.Cluster.SelfAddress);

        await TestCluster.Equal(1, () => stays.Sum(AkkaMetricNames.ClusterRemovals, (Status, "exiting")));
        await TestCluster.Equal(1, () => stays.Sum(AkkaMetricNames.ClusterMembers));
        await TestCluster.Equal(1, () => leaves.Sum(AkkaMetricNames.ClusterStatus, (Status, "removed")));
        Assert.Null(leaves.Sum(AkkaMetricNames.ClusterMembers));
        Assert.Null(leaves.Sum(AkkaMetricNames.ClusterLeader));
        Assert.Null(leaves.Sum(AkkaMetricNames.ClusterOlderMembers));
        Assert.Empty(Lost(stays));
        Assert.Empty(Lost(leaves));
        Assert.DoesNotContain(lost, message => message is ClusterEvent.CurrentClusterState or ClusterEvent.IClusterDomainEvent);

        await cluster.Crash(stays);

        await TestCluster.Equal(null, () => stays.Sum(AkkaMetricNames.ClusterMembers));
        await TestCluster.Equal(0, () => stays.Sum(AkkaMetricNames.ClusterStatus));
        Assert.Equal(1, stays.Sum(AkkaMetricNames.ClusterRemovals, (Status, "exiting")));
    }

    // What the health check and the dashboard's status line say, now or later.
    private static List<Trouble> Lost(ClusterNode node, TimeSpan later = default)
    {
        var now = Stopwatch.GetTimestamp() + (long)(later.TotalSeconds * Stopwatch.Frequency);
        var found = SystemFindings.Read(AkkaInstrumentationExtension.For(node.System), new(), now);
        return [.. SystemHealth.From(found, new()).Troubles.Where(trouble => trouble.Kind == "lost_node")];
    }
}
