using Akka.Actor;
using Akka.Hosting;
using Akka.Routing;
using WebApi.Trouble;

namespace WebApi.Actors;

/// <summary>Starts the shop's actors and makes them known to dependency injection.</summary>
public static class ShopActors
{
    // About 130 orders a second; more than that wait.
    private const int PaymentDesks = 2;

    // All at once they leave no thread of the pool for others.
    private const int ClerksPerProcessor = 256;

    public static AkkaConfigurationBuilder WithShopActors(this AkkaConfigurationBuilder akka) =>
        akka.AddHocon(ArchiveActor.Hocon, HoconAddMode.Prepend).WithActors((system, registry, resolver) =>
        {
            registry.Register<StockActor>(system.ActorOf(Props.Create<StockActor>(), "stock"));
            registry.Register<PaymentActor>(
                system.ActorOf(resolver.Props<PaymentActor>().WithRouter(new RoundRobinPool(PaymentDesks)), "payment"));
            registry.Register<PrinterActor>(system.ActorOf(resolver.Props<PrinterActor>(), "printer"));
            registry.Register<WarehouseActor>(system.ActorOf(resolver.Props<WarehouseActor>(), "warehouse"));
            registry.Register<ClerkActor>(
                system.ActorOf(Props.Create<ClerkActor>().WithRouter(new BroadcastPool(ClerksPerProcessor * Environment.ProcessorCount)), "clerks"));
            registry.Register<OrderActor>(system.ActorOf(resolver.Props<OrderActor>(), "orders"));
            registry.Register<ArchiveActor>(system.ActorOf(Props.Create<ArchiveActor>().WithMailbox(ArchiveActor.Mailbox), "archive"));
            registry.Register<RetiredClerk>(system.ActorOf(Props.Create<RetiredClerk>(), "clerk"));
            registry.Register<MailActor>(system.ActorOf(Props.Create<MailActor>(new MailServer(system)), "mail"));
            registry.Register<VanActor>(system.ActorOf(Props.Create<VanActor>(), "van"));
            registry.Register<TroubleActor>(system.ActorOf(Props.Create<TroubleActor>(), "trouble"));
        });
}
