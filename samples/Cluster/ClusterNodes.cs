using Akka.Actor;
using Akka.Cluster.Sharding;
using Akka.Hosting;

namespace ClusterSample;

/// <summary>What each node is configured with. Nothing here is about telemetry.</summary>
internal static class ClusterNodes
{
    private const string Tcp = "Akka.Remote.Transport.DotNetty.TcpTransport, Akka.Remote";

    /// <summary>A node of the cluster that node 1 begins.</summary>
    public static AkkaConfigurationBuilder AddNode(this AkkaConfigurationBuilder akka, int number, string role) =>
        akka.AddHocon(
            $$"""
            akka {
              loglevel = WARNING
              actor.provider = cluster
              {{Transport(number)}}
              cluster {
                roles = [{{role}}]
                seed-nodes = ["{{Scheme}}://shop@127.0.0.1:4053"]
                sharding { role = back, state-store-mode = ddata, distributed-data.durable.keys = [] }
                distributed-data.durable.keys = []
              }
            }
            """,
            HoconAddMode.Prepend);

    /// <summary>Customers, who order from wherever the order's entity is.</summary>
    public static AkkaConfigurationBuilder WithCustomers(this AkkaConfigurationBuilder akka) => akka.WithActors((system, _) =>
    {
        var orders = ClusterSharding.Get(system).StartProxy("order", "back", new OrderIds());
        system.ActorOf(Props.Create(() => new CustomerActor(orders)), "customer");
    });

    /// <summary>The orders' entities.</summary>
    public static AkkaConfigurationBuilder WithOrders(this AkkaConfigurationBuilder akka) => akka.WithActors((system, _) =>
    {
        system.ActorOf(Props.Create(() => new StockActor()), "stock");
        ClusterSharding.Get(system).Start("order", _ => Props.Create(() => new OrderActor()), ClusterShardingSettings.Create(system), new OrderIds());
    });

    // Sockets where the package has them; some builds of Akka.Remote have only the transport for tests, inside one process.
    private static bool HasSockets => Type.GetType(Tcp) is not null;

    private static string Scheme => HasSockets ? "akka.tcp" : "akka.test";

    private static string Transport(int number) => HasSockets
        ? $"remote.dot-netty.tcp {{ hostname = 127.0.0.1, port = {4052 + number} }}"
        : $$"""
            remote {
              enabled-transports = ["akka.remote.test"]
              test {
                transport-class = "Akka.Remote.Transport.TestTransport, Akka.Remote"
                applied-adapters = []
                maximum-payload-bytes = 128000b
                scheme-identifier = test
                registry-key = shop
                local-address = "test://shop@127.0.0.1:{{4052 + number}}"
              }
            }
            """;
}
