using Akka.Actor;
using Akka.Hosting;

namespace WebApi.Actors;

/// <summary>Takes an order: reserves the goods, has the card charged, and gives the goods back if that fails.</summary>
public sealed class OrderActor : ReceiveActor
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

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
        var stock = await _stock.Ask<StockReservation>(new ReserveStock(order.Product, order.Quantity), Patience);
        if (!stock.Reserved)
        {
            return new OrderResult(order.OrderId, OrderStatus.SoldOut, $"No {order.Product} left");
        }

        var payment = await _payment.Ask<CardCharge>(new ChargeCard(order.Card, stock.Price), Patience);
        if (payment.Charged)
        {
            return new OrderResult(order.OrderId, OrderStatus.Accepted);
        }

        _stock.Tell(new ReleaseStock(order.Product, order.Quantity), ActorRefs.NoSender);
        return new OrderResult(order.OrderId, OrderStatus.Declined, payment.Reason);
    }
}
