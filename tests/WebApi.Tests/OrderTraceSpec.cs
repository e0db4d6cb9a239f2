using WebApi.Actors;
using WebApi.Orders;

namespace AkkaInstrumentation.Tests;

/// <summary>What an order causes, and what it looks like in a tracing backend: traces here came out over OTLP.</summary>
[Collection(Alone.Name)]
public sealed class OrderTraceSpec
{
    // Nanoseconds. The wall clock of spans is read once a second, so two spans may be of two readings.
    private const ulong ClocksDiffer = 1_000_000;

    [Fact]
    public async Task An_order_is_one_tree_from_the_request_through_every_actor()
    {
        await using var shop = await ShopUnderTest.StartAndOpen();

        var flow = await shop.TrackOrder();

        Assert.Equal(OrderStatus.Accepted, flow.Result.Status);
        flow.ShouldBeOneTrace().ShouldHaveNoOrphans().ShouldHaveNoFailures().ShouldLoseNothing().ShouldBlockNothing().ShouldMatch("order");
    }

    [Fact]
    public async Task An_order_is_the_only_trace_and_each_hop_reports_who_worked_on_what_and_how_long_it_waited()
    {
        await using var shop = await ShopUnderTest.StartAndOpen();
        foreach (var path in new[] { "/", "/live", "/health", "/traffic", "/nowhere" })
        {
            using var response = await shop.Client.GetAsync(path);
        }

        await shop.PlaceOrder();

        var trace = Assert.Single(await shop.Traces(traces: 1, spansInEach: 8));
        Assert.Equal(200L, trace.Request.Attributes["http.response.status_code"]);
        Assert.Equal("/user/orders", trace.The("OrderActor", "PlaceOrder").Attributes["akka.actor.path"]);
        Assert.Equal("/user/stock", trace.The("StockActor", "ReserveStock").Attributes["akka.actor.path"]);
        Assert.StartsWith("/user/payment/", (string)trace.The("PaymentActor", "ChargeCard").Attributes["akka.actor.path"]);
        Assert.Equal(
            ["ask ChargeCard", "ask PlaceOrder", "ask ReserveStock"],
            trace.Spans.Where(span => span.ActorType is null && span != trace.Request).Select(span => span.Name).Order());
        Assert.All(trace.Spans.Where(span => span.ActorType is not null), span =>
        {
            Assert.Equal(("AkkaInstrumentation", "https://opentelemetry.io/schemas/1.44.0"), (span.Scope, span.SchemaUrl));
            Assert.Equal(SpanKind.Internal, span.Kind);
            Assert.Equal($"{span.ActorType}/{span.Attributes["akka.message.type"]}", span.Name);
            Assert.Equal("shop", span.Attributes["akka.actor_system.name"]);
            Assert.Equal(SpanStatus.Unset, span.Status);
            Assert.InRange((double)span.Attributes["akka.mailbox.wait.duration"], 0, 60);
            Assert.True(span.End >= span.Start);
        });

        // the span of an asynchronous handler lasts until it has awaited
        var payment = trace.The("PaymentActor", "ChargeCard");
        var bank = trace.The("BankActor", "ChargeCard");

        // The bank gets it after the await. No test can know how long that took: a timer's milliseconds are those of a clock with ticks of four.
        var sent = bank.Start - (ulong)((double)bank.Attributes["akka.mailbox.wait.duration"] * 1e9);
        Assert.InRange(sent, payment.Start, payment.End + ClocksDiffer);
    }

    [Fact]
    public async Task A_failed_hop_is_marked_and_what_follows_stays_in_the_trace()
    {
        await using var shop = await ShopUnderTest.StartAndOpen();

        var flow = await shop.TrackOrder(OrderRequest.BadCard);

        Assert.Equal((OrderStatus.Declined, "The line to the bank dropped"), (flow.Result.Status, flow.Result.Reason));
        flow.ShouldBeOneTrace().ShouldHaveNoOrphans().ShouldMatch("declined-order");
    }

    [Fact]
    public async Task Orders_that_come_while_the_stock_warms_up_are_answered_and_stay_in_their_traces()
    {
        const int Orders = 20;
        await using var shop = await ShopUnderTest.Start();
        var results = await Task.WhenAll(Enumerable.Range(0, Orders).Select(_ => shop.PlaceOrder()));
        Assert.All(results, result => Assert.Equal(OrderStatus.Accepted, result.Status));

        Assert.All(await shop.Traces(Orders, spansInEach: 9), trace =>
        {
            // stashed the first time, reserved the second time
            var order = trace.The("OrderActor", "PlaceOrder");
            var stock = trace.Spans.Where(span => span.ActorType == "StockActor").ToList();
            var ask = Assert.Single(trace.Spans, span => span.Name == "ask ReserveStock");
            Assert.Equal((2, order.Id), (stock.Count, ask.ParentId));
            Assert.All(stock, span => Assert.Equal(ask.Id, span.ParentId));
        });
    }
}
