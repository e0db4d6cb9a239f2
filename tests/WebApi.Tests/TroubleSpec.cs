using System.Net;
using System.Text.Json;

namespace AkkaInstrumentation.Tests;

/// <summary>The buttons that make trouble, and the reports that the dashboard shows of it.</summary>
[Collection(Alone.Name)]
public sealed class TroubleSpec
{
    [Fact]
    public async Task A_blocked_thread_is_reported_while_it_is_blocked_and_when_it_is_free_again()
    {
        await using var shop = await ShopUnderTest.StartAndOpen(ShopUnderTest.BlocksForLong);
        Assert.Empty(Reports(shop));
        await Provoke(shop, "block");

        await Eventually.Passes(() =>
        {
            var report = Assert.Single(Reports(shop));
            Assert.Equal(("blocking", "PrinterActor", "/user/printer"), Of(report));
            Assert.StartsWith("ChangePaper holds thread ", report.GetProperty("facts").GetString(), StringComparison.Ordinal);
        });
        await Eventually.Passes(() =>
        {
            var report = Assert.Single(Reports(shop));
            Assert.StartsWith("ChangePaper held thread ", report.GetProperty("facts").GetString(), StringComparison.Ordinal);
            Assert.Equal(("returned", "PrinterActor", "/user/printer"), Of(report));
        });
    }

    [Fact]
    public async Task A_rush_is_reported_with_who_sends_and_when_it_is_over()
    {
        await using var shop = await ShopUnderTest.StartAndOpen();
        Assert.Empty(Reports(shop));
        await Provoke(shop, "rush");

        await Eventually.Passes(() =>
        {
            var report = Assert.Single(Reports(shop));
            Assert.Equal(("growing", "PrinterActor", "/user/printer"), Of(report));
            Assert.Matches(@"^WarehouseActor \d+ \(/user/warehouse\)$", report.GetProperty("senders").GetString());
        });

        // the rush is over long before the mailbox has recovered
        await Eventually.Passes(() => Assert.Equal(("shrinking", "PrinterActor", "/user/printer"), Of(Assert.Single(Reports(shop)))));
        await Eventually.Passes(() => Assert.Equal(("recovered", "PrinterActor", "/user/printer"), Of(Assert.Single(Reports(shop)))), TimeSpan.FromSeconds(90));
    }

    private static async Task Provoke(ShopUnderTest shop, string trouble)
    {
        using var response = await shop.Client.PostAsync($"/trouble/{trouble}", content: null);
        Assert.Equal(HttpStatusCode.Accepted, response.StatusCode);
    }

    private static (string?, string?, string?) Of(JsonElement report) =>
        (report.GetProperty("state").GetString(), report.GetProperty("actor").GetString(), report.GetProperty("path").GetString());

    private static List<JsonElement> Reports(ShopUnderTest shop) =>
        [.. shop.Dashboard("overview").GetProperty("reports").EnumerateArray()];
}
