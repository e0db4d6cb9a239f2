namespace AkkaInstrumentation.Tests;

/// <summary>A small shop: an order asks the stock and the payment, and answers when both have.</summary>
public sealed class OrderActor : ReceiveActor
{
    public OrderActor(IActorRef stock, IActorRef payment) => Receive<PlaceOrder>(order =>
    {
        stock.Tell(new ReserveStock(order.Item));
        payment.Tell(new ChargeCard(order.Item), Sender);
    });
}

public sealed class StockActor : ReceiveActor
{
    public StockActor() => Receive<ReserveStock>(_ => { });
}

public sealed class PaymentActor : ReceiveActor
{
    public PaymentActor() => ReceiveAsync<ChargeCard>(async charge =>
    {
        if (charge.Item == "nothing")
        {
            throw new ArgumentException("nothing to charge");
        }

        var sender = Sender;
        await Task.Yield();
        sender.Tell(new Receipt(charge.Item));
    });
}

public sealed record PlaceOrder(string Item);

public sealed record ReserveStock(string Item);

public sealed record ChargeCard(string Item);

public sealed record Receipt(string Item);

internal static class Shop
{
    public static IActorRef In(ActorSystem system)
    {
        var stock = system.ActorOf(Props.Create<StockActor>());
        var payment = system.ActorOf(Props.Create<PaymentActor>());
        return system.ActorOf(Props.Create<OrderActor>(stock, payment));
    }
}
