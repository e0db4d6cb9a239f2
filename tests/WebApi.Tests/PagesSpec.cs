using System.Net.Http.Json;
using WebApi.Traffic;

namespace AkkaInstrumentation.Tests;

/// <summary>The shop's two pages: its own at <c>/</c>, and the dashboard. How they look and behave is <see cref="BrowserSpec"/>.</summary>
[Collection(Alone.Name)]
public sealed class PagesSpec
{
    [Fact]
    public async Task The_page_is_one_file_that_loads_nothing_from_elsewhere()
    {
        await using var shop = await ShopUnderTest.Start();
        using var response = await shop.Client.GetAsync("/");
        var html = await response.Content.ReadAsStringAsync();

        Assert.Equal("text/html", response.Content.Headers.ContentType?.MediaType);
        Assert.DoesNotContain("src=", html, StringComparison.Ordinal);
        Assert.DoesNotContain("https://", html, StringComparison.Ordinal);
        Assert.Contains("href=\"/akka/\"", html, StringComparison.Ordinal);
        Assert.Contains("default-src 'none'", response.Headers.GetValues("Content-Security-Policy").Single(), StringComparison.Ordinal);
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
    public async Task The_shop_is_healthy_at_rest_and_while_customers_order()
    {
        await using var shop = await ShopUnderTest.StartAndOpen("--Traffic:Running=true");
        await Eventually.True(() => shop.Sum("akka.actor.messages", ("akka.actor.type", "BankActor")) > 50);
        await Eventually.Equal(
            ("Healthy", "healthy"),
            () => (shop.Client.GetStringAsync("/health").GetAwaiter().GetResult(), shop.Dashboard("status").GetProperty("health").GetString()!),
            TimeSpan.FromSeconds(90));
    }

    private static async Task<TrafficState> Change(ShopUnderTest shop, TrafficChange change)
    {
        using var response = await shop.Client.PostAsJsonAsync("/traffic", change);
        return (await response.EnsureSuccessStatusCode().Content.ReadFromJsonAsync<TrafficState>())!;
    }
}
