using Akka.Actor;
using Akka.Cluster.Sharding;

namespace ClusterSample;

/// <summary>An order on its way.</summary>
public sealed record PlaceOrder(string Id);

/// <summary>What the stock is asked for.</summary>
public sealed record Reserve(string Id);

/// <summary>The goods are there.</summary>
public sealed record Reserved(string Id);

/// <summary>The order is done.</summary>
public sealed record OrderPlaced(string Id);

/// <summary>Which entity, and which shard, an order belongs to.</summary>
internal sealed class OrderIds() : HashCodeMessageExtractor(20)
{
    public override string? EntityId(object message) => (message as PlaceOrder)?.Id;
}

/// <summary>Orders something twice a second.</summary>
internal sealed class CustomerActor : ReceiveActor, IWithTimers
{
    private int _last;

    public CustomerActor(IActorRef orders)
    {
        Receive<string>(_ => orders.Tell(new PlaceOrder($"order-{++_last % 100}")));
        Receive<OrderPlaced>(_ => { });
    }

    public ITimerScheduler Timers { get; set; } = null!;

    protected override void PreStart() => Timers.StartPeriodicTimer("order", "order", TimeSpan.FromSeconds(0.5));
}

/// <summary>One order, on whichever node its shard is.</summary>
internal sealed class OrderActor : ReceiveActor
{
    private IActorRef _customer = ActorRefs.Nobody;

    public OrderActor()
    {
        Receive<PlaceOrder>(order =>
        {
            _customer = Sender;
            Context.ActorSelection("/user/stock").Tell(new Reserve(order.Id));
        });
        Receive<Reserved>(reserved => _customer.Tell(new OrderPlaced(reserved.Id)));
    }
}

/// <summary>The stock of a node.</summary>
internal sealed class StockActor : ReceiveActor
{
    public StockActor() => ReceiveAsync<Reserve>(async reserve =>
    {
        var sender = Sender;
        await Task.Delay(20);
        sender.Tell(new Reserved(reserve.Id));
    });
}
