using System.Net;
using System.Net.Http.Json;
using System.Text.Json;

namespace AkkaInstrumentation.Tests;

/// <summary>The buttons that make trouble, and the reports that the page shows of it.</summary>
[Collection(Alone.Name)]
public sealed class TroubleSpec
{
    [Fact]
    public async Task A_blocked_thread_is_reported_while_it_is_blocked_and_when_it_is_free_again()
    {
        await using var shop = await ShopUnderTest.StartAndOpen();
        Assert.Empty(Reports(shop));
        await Provoke(shop, "block");

        await Eventually.Passes(() =>
        {
            var report = Assert.Single(Reports(shop));
            Assert.Equal(("blocking", "PrinterActor", "/user/printer"), Of(report));
            Assert.StartsWith("ChangePaper holds thread ", report.GetProperty("facts").GetString(), StringComparison.Ordinal);
            Assert.False(report.GetProperty("ended").GetBoolean());
        });
        await Eventually.Passes(() =>
        {
            var report = Assert.Single(Reports(shop));
            Assert.StartsWith("ChangePaper held thread ", report.GetProperty("facts").GetString(), StringComparison.Ordinal);
            Assert.True(report.GetProperty("ended").GetBoolean());
        });
    }

    [Fact]
    public async Task A_rush_is_reported_with_who_sends_and_when_it_is_over()
    {
        await using var shop = await ShopUnderTest.StartAndOpen();
        await Provoke(shop, "rush");

        await Eventually.Passes(() =>
        {
            var report = Assert.Single(Reports(shop));
            Assert.Equal(("pressure", "PrinterActor", "/user/printer"), Of(report));
            Assert.False(report.GetProperty("ended").GetBoolean());
            Assert.Matches(@"^sent by WarehouseActor \d+ \(/user/warehouse\)$", report.GetProperty("senders").GetString());
        });
        await Eventually.Passes(() => Assert.True(Assert.Single(Reports(shop)).GetProperty("ended").GetBoolean()), TimeSpan.FromSeconds(90));
    }

    private static async Task Provoke(ShopUnderTest shop, string trouble)
    {
        using var response = await shop.Client.PostAsync($"/trouble/{trouble}", content: null);
        Assert.Equal(HttpStatusCode.Accepted, response.StatusCode);
    }

    private static (string?, string?, string?) Of(JsonElement report) =>
        (report.GetProperty("kind").GetString(), report.GetProperty("actor").GetString(), report.GetProperty("path").GetString());

    private static List<JsonElement> Reports(ShopUnderTest shop) =>
        [.. shop.Client.GetFromJsonAsync<JsonElement>("/live").GetAwaiter().GetResult().GetProperty("reports").EnumerateArray()];
}
