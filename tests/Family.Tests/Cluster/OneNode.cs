namespace AkkaInstrumentation.Tests.Cluster;

/// <summary>A cluster of one node, with a transport in memory.</summary>
internal static class OneNode
{
    public static async Task<TestSystem> Start(string hocon = "")
    {
        var name = $"cluster-{Guid.NewGuid():N}"[..16];
        var system = Systems.Named(
            name,
            $$"""
            {{TestTransport.Hocon(name, 1)}}
            akka.actor.provider = cluster
            akka.cluster { min-nr-of-members = 1, sharding.state-store-mode = ddata, sharding.distributed-data.durable.keys = [] }
            {{hocon}}
            """);
        var cluster = Akka.Cluster.Cluster.Get(system.System);
        cluster.Join(cluster.SelfAddress);
        await Eventually.True(() => cluster.State.Members.Any(member => member.Status == MemberStatus.Up), timeout: TimeSpan.FromMinutes(1));
        return system;
    }
}
