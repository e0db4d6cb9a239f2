using Microsoft.Extensions.DependencyInjection;
using WebApi.Actors;
using WebApi.Orders;
using WebApi.Traffic;

namespace AkkaInstrumentation.Tests;

/// <summary>The shop's figures, compared with what was really sent.</summary>
[Collection(Alone.Name)]
public sealed class CountsSpec
{
    private const int Orders = 120;
    private const int Failing = 10;

    [Fact]
    public async Task Every_message_is_counted_once()
    {
        await using var shop = await ShopUnderTest.StartAndOpen();
        await PlaceOrders(shop);

        await Eventually.Passes(() =>
        {
            Assert.Equal(Orders, Messages(shop, "OrderActor", "PlaceOrder"));
            Assert.Equal(Orders, Messages(shop, "StockActor", "ReserveStock"));
            Assert.Equal(Orders, Messages(shop, "PaymentActor", "ChargeCard"));
            Assert.Equal(Orders, Messages(shop, "BankActor", "ChargeCard"));
            Assert.Equal(Failing, Messages(shop, "StockActor", "ReleaseStock"));
            Assert.Equal(1, Messages(shop, "StockActor", "Catalogue"));
        });
    }

    [Fact]
    public async Task Failures_and_restarts_are_counted_where_they_happened()
    {
        await using var shop = await ShopUnderTest.StartAndOpen();
        await PlaceOrders(shop);

        await Eventually.Passes(() =>
        {
            Assert.Equal(Failing, shop.Sum(
                "akka.actor.failures",
                ("akka.actor.type", "BankActor"),
                ("error.type", typeof(BankLineDroppedException).FullName!)));
            Assert.Equal(Failing, shop.Sum("akka.actor.failures"));
            Assert.Equal(Failing, shop.Sum("akka.actor.restarts", ("akka.actor.type", "BankActor")));
            Assert.Equal(Failing, shop.Sum("akka.actor.restarts"));
        });
    }

    [Fact]
    public async Task Every_span_that_started_has_stopped_when_the_traffic_stops()
    {
        var started = 0;
        var stopped = 0;
        using var listener = new ActivityListener
        {
            ShouldListenTo = source => source.Name == AkkaTelemetry.SourceName,
            ActivityStarted = _ => Interlocked.Increment(ref started),
            ActivityStopped = _ => Interlocked.Increment(ref stopped),
        };
        ActivitySource.AddActivityListener(listener);

        await using var shop = await ShopUnderTest.StartAndOpen("--Traffic:Rate=100");
        var traffic = shop.Services.GetRequiredService<TrafficControl>();
        traffic.Start();
        await Eventually.True(() => Volatile.Read(ref started) > 500, () => $"{started} spans");
        traffic.Stop();

        await Eventually.Passes(() =>
        {
            // all messages of all orders: four for each, one more where the line dropped
            var orders = Messages(shop, "OrderActor", "PlaceOrder");
            Assert.Equal(orders, Messages(shop, "BankActor", "ChargeCard"));
            Assert.Equal(shop.Sum("akka.actor.messages"), Volatile.Read(ref started));
            Assert.Equal(Volatile.Read(ref started), Volatile.Read(ref stopped));
            Assert.Equal(0, shop.Sum("akka.mailbox.depth"));
        });
    }

    private static async Task PlaceOrders(ShopUnderTest shop)
    {
        var results = await Task.WhenAll(Enumerable.Range(0, Orders)
            .Select(i => shop.PlaceOrder(i < Failing ? OrderRequest.BadCard : OrderRequest.GoodCard)));
        Assert.Equal(Failing, results.Count(result => result.Status == OrderStatus.Declined));
        Assert.Equal(Orders - Failing, results.Count(result => result.Status == OrderStatus.Accepted));
    }

    private static long Messages(ShopUnderTest shop, string actor, string message) =>
        shop.Sum("akka.actor.messages", ("akka.actor.type", actor), ("akka.message.type", message));
}
