using Akka.Actor;
using Akka.Hosting;
using Akka.Routing;

namespace WebApi.Actors;

/// <summary>Starts the shop's actors and makes them known to dependency injection.</summary>
public static class ShopActors
{
    // About 130 orders a second; more than that wait.
    private const int PaymentDesks = 2;

    // All at once they leave no thread of the pool for others.
    private const int ClerksPerProcessor = 64;

    public static AkkaConfigurationBuilder WithShopActors(this AkkaConfigurationBuilder akka) =>
        akka.WithActors((system, registry, resolver) =>
        {
            registry.Register<StockActor>(system.ActorOf(Props.Create<StockActor>(), "stock"));
            registry.Register<PaymentActor>(
                system.ActorOf(Props.Create<PaymentActor>().WithRouter(new RoundRobinPool(PaymentDesks)), "payment"));
            var printer = system.ActorOf(resolver.Props<PrinterActor>(), "printer");
            registry.Register<PrinterActor>(printer);
            registry.Register<WarehouseActor>(system.ActorOf(Props.Create(() => new WarehouseActor(printer)), "warehouse"));
            registry.Register<ClerkActor>(
                system.ActorOf(Props.Create<ClerkActor>().WithRouter(new BroadcastPool(ClerksPerProcessor * Environment.ProcessorCount)), "clerks"));
            registry.Register<OrderActor>(system.ActorOf(resolver.Props<OrderActor>(), "orders"));
        });
}
