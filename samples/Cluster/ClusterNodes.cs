using Akka.Actor;
using Akka.Cluster.Hosting;
using Akka.Cluster.Sharding;
using Akka.Hosting;
using Akka.Remote.Hosting;

namespace ClusterSample;

/// <summary>What each node is configured with. Nothing here is about telemetry.</summary>
internal static class ClusterNodes
{
    private const string Back = "back";

    /// <summary>A node of the cluster.</summary>
    /// <param name="akka">The node's system.</param>
    /// <param name="role">Its role.</param>
    /// <param name="seed">The node whose cluster it joins; null if it begins one.</param>
    public static AkkaConfigurationBuilder AddNode(this AkkaConfigurationBuilder akka, string role, string? seed) => akka
        .ConfigureLoggers(loggers =>
        {
            // the host's logging, so that the dashboard shows the lines
            loggers.ClearLoggers();
            loggers.AddLoggerFactory();
            loggers.LogLevel = Akka.Event.LogLevel.WarningLevel;
        })
        .WithRemoting("127.0.0.1", 0)
        .WithClustering(new ClusterOptions { Roles = [role], SeedNodes = seed is null ? null : [seed] });

    /// <summary>Customers, who order from wherever the order's entity is.</summary>
    public static AkkaConfigurationBuilder WithCustomers(this AkkaConfigurationBuilder akka) => akka
        .WithShardRegionProxy<OrderActor>("order", Back, new OrderIds())
        .WithActors((system, registry) =>
        {
            var orders = registry.Get<OrderActor>();
            registry.Register<CustomerActor>(system.ActorOf(Props.Create(() => new CustomerActor(orders)), "customer"));
        });

    /// <summary>The orders' entities, and a stock.</summary>
    public static AkkaConfigurationBuilder WithOrders(this AkkaConfigurationBuilder akka) => akka
        .WithActors((system, _) => system.ActorOf(Props.Create(() => new StockActor()), "stock"))
        .WithShardRegion<OrderActor>(
            "order",
            _ => Props.Create(() => new OrderActor()),
            new OrderIds(),
            new ShardOptions { Role = Back, StateStoreMode = StateStoreMode.DData, RememberEntities = false });
}
