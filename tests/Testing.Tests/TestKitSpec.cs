using Akka.TestKit;

namespace AkkaInstrumentation.Tests;

/// <summary>A flow with Akka's test kit: what the README shows.</summary>
public sealed class TestKitSpec() : Akka.TestKit.Xunit2.TestKit(AkkaInstrumentationConfig.Defaults)
{
    [Fact]
    public async Task An_order_is_one_flow()
    {
        var shop = Shop.In(Sys);

        var flow = await Sys.TrackAsync(() => shop.Ask<Receipt>(new PlaceOrder("honey")));

        Assert.Equal("honey", flow.Result.Item);
        flow.ShouldBeOneTrace().ShouldPass("OrderActor", "StockActor").ShouldPass("OrderActor", "PaymentActor")
            .ShouldHaveNoOrphans().ShouldHaveNoFailures().ShouldLoseNothing().ShouldHandleAtMost(3).ShouldBlockNothing().ShouldMatch("order");
    }

    [Fact]
    public async Task A_probe_takes_part_and_still_has_the_message()
    {
        var (stock, payment) = (CreateTestProbe("stock"), CreateTestProbe("payment"));
        var order = Sys.ActorOf(Props.Create<OrderActor>(stock.Ref, payment.Ref), "order");

        var flow = await Sys.TrackAsync(() =>
        {
            order.Tell(new PlaceOrder("tea"), TestActor);
            return stock.ExpectMsg<ReserveStock>(TimeSpan.FromSeconds(20));
        });

        Assert.Equal("OrderActor", flow.MessageAt("/user/order").ActorType);
        Assert.Equal(new ReserveStock("tea"), flow.Result);
        payment.ExpectMsg(new ChargeCard("tea"), TimeSpan.FromSeconds(20));
    }
}

/// <summary>Virtual time: the clock of the test kit's scheduler is advanced inside the action.</summary>
public sealed class VirtualTimeSpec() : Akka.TestKit.Xunit2.TestKit(
    AkkaInstrumentationConfig.Defaults.WithFallback("akka.scheduler.implementation = \"Akka.TestKit.TestScheduler, Akka.TestKit\""))
{
    [Fact]
    public async Task What_a_timer_causes_belongs_to_the_flow_that_advances_the_clock()
    {
        var reminder = Sys.ActorOf(Props.Create<Reminder>());

        var flow = await Sys.TrackAsync(async tracking =>
        {
            reminder.Tell(new PlaceOrder("honey"));
            await tracking.WaitUntilSettledAsync();
            ((TestScheduler)Sys.Scheduler).Advance(TimeSpan.FromDays(1));
        });

        Assert.Equal(["PlaceOrder", "ChargeCard"], flow.ShouldHaveNoOrphans().Messages.Select(message => message.MessageType));
    }

    private sealed class Reminder : ReceiveActor
    {
        public Reminder()
        {
            Receive<PlaceOrder>(order => Context.System.Scheduler.ScheduleTellOnce(TimeSpan.FromDays(1), Self, new ChargeCard(order.Item), Self));
            Receive<ChargeCard>(_ => { });
        }
    }
}
