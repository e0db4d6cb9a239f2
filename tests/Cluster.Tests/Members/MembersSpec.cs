namespace AkkaInstrumentation.Tests;

/// <summary>Members, roles, leader, age and status, on every node from its own state.</summary>
public sealed class MembersSpec
{
    private const string Status = AkkaMetricAttributes.ClusterMemberStatus;
    private const string Role = AkkaMetricAttributes.ClusterMemberRole;

    [Fact]
    public async Task Every_node_reports_members_by_status_and_by_role()
    {
        await using var cluster = await TestCluster.Of("web", "web, back", "");
        for (var at = 0; at < 3; at++)
        {
            var node = cluster[at];
            await TestCluster.Equal(3, () => node.Sum(AkkaMetricNames.ClusterMembers, (Status, "up")));
            Assert.Equal(3, node.Sum(AkkaMetricNames.ClusterMembers));
            Assert.Equal(2, node.Sum(AkkaMetricNames.ClusterRoleMembers, (Role, "web"), (Status, "up")));
            Assert.Equal(1, node.Sum(AkkaMetricNames.ClusterRoleMembers, (Role, "back"), (Status, "up")));
            Assert.Equal(3, node.Sum(AkkaMetricNames.ClusterRoleMembers));
            Assert.Equal(1, node.Sum(AkkaMetricNames.ClusterStatus, (Status, "up")));
            Assert.Equal(1, node.Sum(AkkaMetricNames.ClusterStatus));
            Assert.Equal(0, node.Sum(AkkaMetricNames.ClusterStatus, (Status, "down")));
            Assert.Null(node.Sum(AkkaMetricNames.ClusterUnreachableMembers));
        }
    }

    [Fact]
    public async Task One_node_is_the_leader_and_one_of_each_role()
    {
        await using var cluster = await TestCluster.Of("web", "web", "back");
        await TestCluster.Equal("1 0 0", () => OfAll(cluster, AkkaMetricNames.ClusterLeader));
        await TestCluster.Equal("1 0 ", () => OfAll(cluster, AkkaMetricNames.ClusterRoleLeader, (Role, "web")));
        await TestCluster.Equal("  1", () => OfAll(cluster, AkkaMetricNames.ClusterRoleLeader, (Role, "back")));
    }

    [Fact]
    public async Task A_node_knows_how_many_are_older()
    {
        await using var cluster = await TestCluster.Of("", "", "");
        await TestCluster.Equal("0 1 2", () => OfAll(cluster, AkkaMetricNames.ClusterOlderMembers));
    }

    [Fact]
    public async Task The_downing_provider_is_named()
    {
        await using var cluster = await TestCluster.Of("");
        await TestCluster.Equal(
            1, () => cluster[0].Sum(AkkaMetricNames.ClusterDowning, (AkkaMetricAttributes.ClusterDowningProviderType, "NoDowning")));
    }

    [Fact]
    public async Task A_node_that_has_not_joined_is_no_member_and_stays_none()
    {
        await using var cluster = new TestCluster();
        var node = cluster.Start();
        await TestCluster.Equal(1, () => node.Sum(AkkaMetricNames.ClusterStatus, (Status, "removed")));
        Assert.Null(node.Sum(AkkaMetricNames.ClusterMembers));
        Assert.Null(node.Sum(AkkaMetricNames.ClusterOlderMembers));
        Assert.Equal(0, node.Sum(AkkaMetricNames.ClusterLeader));
        Assert.Empty(node.Cluster.State.Members);
    }

    [Fact]
    public async Task Hocon_alone_starts_it()
    {
        await using var cluster = new TestCluster();
        await cluster.Join(cluster.Start(extensions: true));
        await TestCluster.Equal(1, () => cluster[0].Sum(AkkaMetricNames.ClusterMembers, (Status, "up")));
    }

    [Fact]
    public async Task A_collection_changes_nothing_and_sends_nothing_to_the_cluster()
    {
        await using var cluster = await TestCluster.Of("", "");
        await TestCluster.Equal(2, () => cluster[0].Sum(AkkaMetricNames.ClusterMembers, (Status, "up")));
        var before = cluster[0].Cluster.State.Members;
        for (var i = 0; i < 100; i++)
        {
            Assert.Equal(2, cluster[0].Sum(AkkaMetricNames.ClusterMembers));
        }

        Assert.Equal(before.Select(member => member.Address), cluster[0].Cluster.State.Members.Select(member => member.Address));
        Assert.Equal(0, cluster[0].Metrics.Regions.Rounds);
    }

    private static string OfAll(TestCluster cluster, string instrument, params (string Key, object? Value)[] tags) =>
        string.Join(' ', Enumerable.Range(0, 3).Select(at => $"{cluster[at].Sum(instrument, tags)}"));
}
