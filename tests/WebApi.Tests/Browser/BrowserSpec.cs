using WebApi.Traffic;

namespace AkkaInstrumentation.Tests;

/// <summary>The live page in a real browser.</summary>
[Collection(Alone.Name)]
public sealed class BrowserSpec
{
    [ChromiumFact]
    public async Task It_shows_a_trace_with_all_hops_and_figures_of_all_actors()
    {
        await using var shop = await ShopUnderTest.StartAndOpen("--Traffic:Rate=30");
        using var page = await BrowserPage.Open(shop.Address);
        await Eventually.Equal("Start traffic", () => page.Text("toggle"));
        await page.Click("toggle");

        await Eventually.Passes(() =>
        {
            Assert.Equal(
                ["BankActor", "OrderActor", "PaymentActor", "StockActor"],
                page.Texts("#actors th"));
            Assert.All(page.Texts("#actors td.num"), figure => Assert.Matches(@"\d", figure));
            Assert.Matches(@"^[1-9]", page.Text("perSecond"));
            Assert.Equal(
                ["POST /orders", "OrderActor", "StockActor", "PaymentActor", "BankActor"],
                page.Texts("#hops .hop b").Take(5));
            Assert.Contains(page.Texts("#attributes dt"), name => name == "akka.mailbox.wait");
            Assert.NotEmpty(page.Texts("#list li"));
        });
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task Its_buttons_stop_and_start_the_traffic()
    {
        await using var shop = await ShopUnderTest.StartAndOpen();
        var traffic = (TrafficControl)shop.Services.GetService(typeof(TrafficControl))!;
        using var page = await BrowserPage.Open(shop.Address);

        await Eventually.Equal("Start traffic", () => page.Text("toggle"));
        await page.Click("toggle");
        await Eventually.Equal("Stop traffic", () => page.Text("toggle"));
        Assert.True(traffic.IsRunning);

        await page.Click("toggle");
        await Eventually.Equal("Start traffic", () => page.Text("toggle"));
        Assert.False(traffic.IsRunning);
        await Eventually.True(() => page.Text("said").StartsWith("Traffic is stopped", StringComparison.Ordinal));

        await page.Evaluate<bool>("rate.value = 75, rate.dispatchEvent(new Event('input')), true");
        await Eventually.Equal(75, () => traffic.Rate);
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task An_order_that_fails_is_shown_with_its_error()
    {
        await using var shop = await ShopUnderTest.StartAndOpen();
        using var page = await BrowserPage.Open(shop.Address);
        await Eventually.Equal("Start traffic", () => page.Text("toggle"));
        await page.Click("badOrder");
        await page.Click("tabFailed");

        await Eventually.Passes(() =>
        {
            Assert.Equal(["✕ BankLineDroppedException"], page.Texts("#hops .fail"));
            Assert.Equal("1", page.Text("failures"));
            Assert.Equal("1", page.Text("restarts"));
        });
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task It_says_how_an_order_went_and_why_one_was_refused()
    {
        await using var shop = await ShopUnderTest.StartAndOpen();
        using var page = await BrowserPage.Open(shop.Address);
        await Eventually.Equal("Start traffic", () => page.Text("toggle"));
        await page.Click("order");
        await Eventually.Passes(() => Assert.Matches(@"^Order \d+ accepted in \d+ ms$", page.Text("said")));
        Assert.Empty(page.Errors);

        // no button sends this; a shop that is too busy refuses likewise
        await page.Evaluate<bool>("place(' '), true");
        await Eventually.Equal("The order is not valid", () => page.Text("said"));
        Assert.True(await page.Evaluate<bool>("lost.hidden"));
    }

    [ChromiumFact]
    public async Task Its_button_blocks_a_thread_and_the_report_is_seen_until_it_is_free_again()
    {
        await using var shop = await ShopUnderTest.StartAndOpen();
        using var page = await BrowserPage.Open(shop.Address);
        await Eventually.Equal("Nothing to report.", () => page.Text("noReports"));
        await page.Click("block");

        await Eventually.Equal("Blocks", () => page.Texts("#reports b") is [var first, ..] ? first : "");
        Assert.Equal(["PrinterActor"], page.Texts("#reports .who span"));
        await Eventually.Equal("Returned", () => page.Texts("#reports b") is [var first, ..] ? first : "");
        await Eventually.Equal("All is well again.", () => page.Text("noReports"));
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task Its_button_causes_a_rush_and_the_report_is_seen()
    {
        await using var shop = await ShopUnderTest.StartAndOpen();
        using var page = await BrowserPage.Open(shop.Address);
        await Eventually.Equal("Nothing to report.", () => page.Text("noReports"));
        await page.Click("rush");

        await Eventually.Equal("Grows", () => page.Texts("#reports b") is [var first, ..] ? first : "");
        Assert.Contains("WarehouseActor", page.Text("reports"), StringComparison.Ordinal);
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task A_percentile_above_the_last_bound_is_shown_as_more_than_that()
    {
        await using var shop = await ShopUnderTest.Start();
        using var page = await BrowserPage.Open(shop.Address);

        await Eventually.Equal("> 300 s", () => page.Evaluate<string>("estimate({ us: 3e8, above: true })").GetAwaiter().GetResult());
        Assert.Equal("300 s", await page.Evaluate<string>("estimate({ us: 3e8, above: false })"));
        Assert.Equal("–", await page.Evaluate<string>("estimate(null)"));
    }

    [ChromiumFact]
    public async Task It_says_so_when_the_shop_is_gone()
    {
        var shop = await ShopUnderTest.StartAndOpen();
        using var page = await BrowserPage.Open(shop.Address);
        await Eventually.Equal("Start traffic", () => page.Text("toggle"));
        Assert.True(await page.Evaluate<bool>("lost.hidden"));
        await shop.DisposeAsync();

        await Eventually.Passes(() => Assert.False(page.Evaluate<bool>("lost.hidden").GetAwaiter().GetResult()));
    }
}
