using Akka.Actor;
using Akka.Event;
using Akka.Hosting;

namespace WebApi.Actors;

/// <summary>Takes an order: reserves the goods, has the card charged, and gives the goods back if that fails.</summary>
public sealed class OrderActor : ReceiveActor
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    private readonly ILoggingAdapter _log = Context.GetLogger();
    private readonly IActorRef _stock;
    private readonly IActorRef _payment;

    public OrderActor(IRequiredActor<StockActor> stock, IRequiredActor<PaymentActor> payment)
    {
        _stock = stock.ActorRef;
        _payment = payment.ActorRef;

        Receive<PlaceOrder>(order => Fulfil(order).PipeTo(Sender));
    }

    // Goes on while the actor already takes the next order: it may read what never changes, and nothing else.
    private async Task<OrderResult> Fulfil(PlaceOrder order)
    {
        _log.Info("Order {0}: {1} x {2}", [order.OrderId, order.Quantity, order.Product]);
        var stock = await _stock.Ask<StockReservation>(new ReserveStock(order.Product, order.Quantity), Patience);
        if (!stock.Reserved)
        {
            _log.Warning("Order {0}: {1} is sold out", [order.OrderId, order.Product]);
            return new OrderResult(order.OrderId, OrderStatus.SoldOut, $"No {order.Product} left");
        }

        var payment = await _payment.Ask<CardCharge>(new ChargeCard(order.Card, stock.Price), Patience);
        if (payment.Charged)
        {
            _log.Info("Order {0} is accepted", [order.OrderId]);
            return new OrderResult(order.OrderId, OrderStatus.Accepted);
        }

        _log.Warning("Order {0} is declined: {1}", [order.OrderId, payment.Reason ?? "no reason"]);
        _stock.Tell(new ReleaseStock(order.Product, order.Quantity), ActorRefs.NoSender);
        return new OrderResult(order.OrderId, OrderStatus.Declined, payment.Reason);
    }
}
