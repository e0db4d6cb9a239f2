using Akka.Cluster;

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
            akka.actor.provider = cluster
            akka.remote.enabled-transports = ["akka.remote.test"]
            akka.remote.test {
              transport-class = "Akka.Remote.Transport.TestTransport, Akka.Remote"
              applied-adapters = []
              registry-key = "{{Guid.NewGuid():N}}"
              local-address = "test://{{name}}@localhost:1"
              maximum-payload-bytes = 128000b
              scheme-identifier = test
            }
            akka.cluster { min-nr-of-members = 1, sharding.state-store-mode = ddata, sharding.distributed-data.durable.keys = [] }
            {{hocon}}
            """);
        var cluster = Akka.Cluster.Cluster.Get(system.System);
        cluster.Join(cluster.SelfAddress);
        await Eventually.True(() => cluster.State.Members.Any(member => member.Status == MemberStatus.Up), timeout: TimeSpan.FromMinutes(1));
        return system;
    }
}
