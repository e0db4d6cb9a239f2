using Akka.Actor;
using Akka.TestKit.Xunit2;
using AkkaInstrumentation;

namespace ShopUnderTest;

// snippet: test-kit
public sealed class ShopSpec() : TestKit(AkkaInstrumentationConfig.Defaults)
{
    [Fact]
    public async Task An_order_charges_the_card_once()
    {
        var shop = Sys.ActorOf<ShopActor>();

        var tracked = await Sys.TrackAsync(() => shop.Ask<Receipt>(new PlaceOrder("honey")));

        Assert.Equal("honey", tracked.Result.Item);
        tracked.ShouldBeOneTrace().ShouldPass("OrderActor", "PaymentActor").ShouldHaveNoOrphans()
            .ShouldHaveNoFailures().ShouldHandleAtMost(3);
    }
}

internal sealed record PlaceOrder(string Item);

internal sealed record ChargeCard(string Item);

internal sealed record Receipt(string Item);

internal sealed class ShopActor : ReceiveActor
{
    public ShopActor()
    {
        var orders = Context.ActorOf<OrderActor>();
        Receive<PlaceOrder>(order => orders.Forward(order));
    }
}

internal sealed class OrderActor : ReceiveActor
{
    public OrderActor()
    {
        var payment = Context.ActorOf<PaymentActor>();
        Receive<PlaceOrder>(order => payment.Forward(new ChargeCard(order.Item)));
    }
}

internal sealed class PaymentActor : ReceiveActor
{
    public PaymentActor() => Receive<ChargeCard>(charge => Sender.Tell(new Receipt(charge.Item)));
}
// end snippet
