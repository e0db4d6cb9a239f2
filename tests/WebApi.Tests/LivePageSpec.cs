using System.Net;
using System.Net.Http.Json;
using System.Text.Json;
using WebApi.Orders;
using WebApi.Traffic;

namespace AkkaInstrumentation.Tests;

/// <summary>The page at <c>/</c> and what it asks for. How it looks and behaves is <see cref="BrowserSpec"/>.</summary>
[Collection(Alone.Name)]
public sealed class LivePageSpec
{
    [Fact]
    public async Task The_page_is_one_file_that_loads_nothing_from_elsewhere()
    {
        await using var shop = await ShopUnderTest.Start();
        using var response = await shop.Client.GetAsync("/");
        var html = await response.Content.ReadAsStringAsync();

        Assert.Equal("text/html", response.Content.Headers.ContentType?.MediaType);
        Assert.DoesNotContain("src=", html, StringComparison.Ordinal);
        Assert.DoesNotContain("@import", html, StringComparison.Ordinal);
        Assert.DoesNotContain("https://", html, StringComparison.Ordinal);
        Assert.Contains("default-src 'none'", response.Headers.GetValues("Content-Security-Policy").Single(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Its_data_are_real_figures_after_traffic()
    {
        await using var shop = await ShopUnderTest.StartAndOpen();
        for (var i = 0; i < 10; i++)
        {
            await shop.PlaceOrder();
        }

        await Eventually.Passes(() =>
        {
            var metrics = Live(shop).GetProperty("metrics");
            foreach (var (type, messages) in new[] { ("OrderActor", 10), ("StockActor", 11), ("PaymentActor", 10), ("BankActor", 10) })
            {
                var actor = metrics.GetProperty("actors").EnumerateArray().Single(found => found.GetProperty("type").GetString() == type);
                Assert.Equal(messages, actor.GetProperty("messages").GetInt64());
                Assert.True(actor.GetProperty("perSecond").GetDouble() > 0);
                Assert.True(actor.GetProperty("wait").GetProperty("p95").GetProperty("us").GetDouble() > 0);
                Assert.True(actor.GetProperty("work").GetProperty("p50").GetProperty("us").GetDouble() > 0);
            }

            Assert.Contains(metrics.GetProperty("messagesPerSecond").EnumerateArray(), rate => rate.GetDouble() > 0);
        });
    }

    [Fact]
    public async Task A_trace_is_shown_as_hops_in_the_order_of_their_tree()
    {
        await using var shop = await ShopUnderTest.StartAndOpen();
        await shop.PlaceOrder(OrderRequest.BadCard);

        await Eventually.Passes(() =>
        {
            var trace = Live(shop).GetProperty("failed").EnumerateArray().Single();
            var hops = trace.GetProperty("hops").EnumerateArray()
                .Select(hop => $"{hop.GetProperty("depth")} {hop.GetProperty("name")} {hop.GetProperty("message")} {hop.GetProperty("error")}".TrimEnd());
            Assert.Equal(
                [
                    "0 POST /orders",
                    "1 OrderActor PlaceOrder",
                    "2 StockActor ReserveStock",
                    "2 PaymentActor ChargeCard",
                    "3 BankActor ChargeCard WebApi.Actors.BankLineDroppedException",
                    "2 StockActor ReleaseStock",
                ],
                hops);
        });
    }

    [Fact]
    public async Task Traffic_starts_stops_and_keeps_to_its_limits()
    {
        await using var shop = await ShopUnderTest.StartAndOpen();
        Assert.False((await shop.Client.GetFromJsonAsync<TrafficState>("/traffic"))!.Running);

        var state = await Change(shop, new TrafficChange(Running: true, Rate: 1e6));
        Assert.True(state.Running);
        Assert.Equal(TrafficControl.MaxRate, state.Rate);
        await Eventually.True(() => shop.Sum("akka.actor.messages", ("akka.actor.type", "BankActor")) > 20);

        state = await Change(shop, new TrafficChange(Running: false));
        Assert.False(state.Running);
        Assert.Equal(TrafficControl.MaxRate, state.Rate);
    }

    [Fact]
    public async Task Health_is_healthy()
    {
        await using var shop = await ShopUnderTest.Start();
        using var response = await shop.Client.GetAsync("/health");
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
    }

    private static JsonElement Live(ShopUnderTest shop) => shop.Client.GetFromJsonAsync<JsonElement>("/live").GetAwaiter().GetResult();

    private static async Task<TrafficState> Change(ShopUnderTest shop, TrafficChange change)
    {
        using var response = await shop.Client.PostAsJsonAsync("/traffic", change);
        return (await response.EnsureSuccessStatusCode().Content.ReadFromJsonAsync<TrafficState>())!;
    }
}
