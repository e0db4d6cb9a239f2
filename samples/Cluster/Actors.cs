using Akka.Actor;
using Akka.Cluster.Sharding;
using Akka.Persistence;

namespace ClusterSample;

/// <summary>An order on its way.</summary>
public sealed record PlaceOrder(string Id);

/// <summary>What the stock is asked for.</summary>
public sealed record Reserve(string Id);

/// <summary>The goods are there.</summary>
public sealed record Reserved(string Id);

/// <summary>The event that an order keeps.</summary>
public sealed record OrderTaken(string Id);

/// <summary>The order is done.</summary>
public sealed record OrderPlaced(string Id);

/// <summary>One order is wanted again and again, so the shard that it is in gets most messages.</summary>
public sealed record Hurry(TimeSpan Lasts);

/// <summary>Which entity, and which shard, an order belongs to.</summary>
internal sealed class OrderIds() : HashCodeMessageExtractor(20)
{
    public override string? EntityId(object message) => (message as PlaceOrder)?.Id;
}

/// <summary>Orders something twice a second, and does not wait for ever.</summary>
internal sealed class CustomerActor : ReceiveActor, IWithTimers
{
    private const string HotOrder = "order-7";

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan HotPause = TimeSpan.FromMilliseconds(10);

    private int _last;

    public CustomerActor(IActorRef orders)
    {
        Receive<string>(_ => orders.Ask<OrderPlaced>(new PlaceOrder($"order-{++_last % 100}"), Patience).PipeTo(Self));
        Receive<Hurry>(hurry =>
        {
            Timers.StartPeriodicTimer(HotOrder, new PlaceOrder(HotOrder), HotPause);
            Timers.StartSingleTimer("calm", Calm.Instance, hurry.Lasts);
        });
        Receive<PlaceOrder>(order => orders.Tell(order));
        Receive<Calm>(_ => Timers.Cancel(HotOrder));
        Receive<OrderPlaced>(_ => { });
        Receive<Status.Failure>(_ => { });
    }

    public ITimerScheduler Timers { get; set; } = null!;

    protected override void PreStart() => Timers.StartPeriodicTimer("order", "order", TimeSpan.FromSeconds(0.5));

    private sealed class Calm
    {
        public static readonly Calm Instance = new();
    }
}

/// <summary>One order, on whichever node its shard is. It is persistent: the journal is Akka's default one, in the node's memory.</summary>
internal sealed class OrderActor : ReceivePersistentActor
{
    private IActorRef _customer = ActorRefs.Nobody;

    public OrderActor()
    {
        Recover<OrderTaken>(_ => { });
        Command<PlaceOrder>(order => Persist(new OrderTaken(order.Id), taken =>
        {
            _customer = Sender;
            Context.ActorSelection("/user/stock").Tell(new Reserve(taken.Id));
        }));
        Command<Reserved>(reserved => _customer.Tell(new OrderPlaced(reserved.Id)));
    }

    public override string PersistenceId { get; } = Context.Self.Path.Name;
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
