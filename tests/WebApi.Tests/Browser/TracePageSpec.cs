namespace AkkaInstrumentation.Tests;

/// <summary>Traces in a real browser, each in a shop that has none before.</summary>
[Collection(Alone.Name)]
public sealed class TracePageSpec
{
    private static readonly string[] Order =
        ["POST /orders", "ask PlaceOrder", "OrderActor", "ask ReserveStock", "StockActor", "ask ChargeCard", "PaymentActor", "BankActor"];

    private static bool IsOrder(PageElement trace) => trace.Text.Contains("POST /orders", StringComparison.Ordinal);

    [ChromiumFact]
    public async Task A_trace_is_drawn_with_all_its_hops_at_any_width_has_an_address_and_is_found_by_its_id()
    {
        await using var shop = await ShopUnderTest.StartAndOpen();
        using var page = await BrowserPage.Open(shop.View("traces"));
        await Eventually.True(() => page.Has("region", "Traces"));
        await shop.PlaceOrder();

        // beside it there is a delivery, every ten seconds
        await Eventually.True(() => page.Traces.Any(IsOrder));
        await page.Traces.First(IsOrder).Click();
        await Eventually.Passes(() => Assert.Matches("id=[0-9a-f]{32}$", page.Now<string>("location.hash")));
        await Eventually.Passes(() =>
        {
            Assert.Equal(Order, Names(page));
            var facts = page.The("region", "Hop").Text;
            Assert.Contains("akka.mailbox.wait.duration", facts, StringComparison.Ordinal);
            Assert.DoesNotContain("wait0.0", facts, StringComparison.Ordinal);
        });
        var id = (await page.Evaluate<string>("location.hash")).Split("id=")[1];

        // the waterfall has room from 900 pixels up
        foreach (var width in new[] { 900, 1024, 1366 })
        {
            await page.Resize(width, 800, mobile: false);
            await Eventually.Passes(() =>
            {
                Assert.Equal(Order.Length, page.Hops.Count);
                Assert.All(page.Hops, hop => Assert.True(hop.Get<double>("this.querySelector('.track').getBoundingClientRect().width") > 250, $"{width}"));
                Assert.True(page.Now<bool>("document.documentElement.scrollWidth <= innerWidth"));
            });
        }

        // another person opens the address, or has the id from a log line
        using var other = await page.Another(shop.View($"traces?id={id}"));
        await Eventually.Passes(() => Assert.Equal(Order, Names(other)));
        Assert.Contains(id, other.The("region", "Traces").Text, StringComparison.Ordinal);
        using var third = await page.Another(shop.View("traces?order=failed"));
        await Eventually.True(() => third.Has("heading", "No trace yet"));
        await third.Fill("Trace id", id);
        await third.Press("Enter");
        await Eventually.Passes(() => Assert.Equal(Order, Names(third)));

        // the critical path: one asks after the other
        Assert.All(third.Hops, hop => Assert.Contains("on the critical path", hop.Get<string>("this.title"), StringComparison.Ordinal));

        // the same as a diagram
        await third.Press("button", "Sequence");
        await Eventually.Passes(() => Assert.Contains(
            third.All("image").Concat(third.All("img")), image => image.Name.Contains("OrderActor to StockActor: ReserveStock", StringComparison.Ordinal)));
        Assert.True(third.Has("button", "Copy as Mermaid"));

        Assert.True(page.Errors.IsEmpty, string.Join("\n", page.Errors));
    }

    [ChromiumFact]
    public async Task What_happens_while_somebody_is_in_another_tab_is_there_when_they_come_back()
    {
        await using var shop = await ShopUnderTest.StartAndOpen();
        using var page = await BrowserPage.Open(shop.View("traces"));
        await Eventually.True(() => page.Has("region", "Traces"));
        await page.Hide();

        // The look at traces ends ten seconds after the last question: the third one comes later.
        await page.Stage(_ => null);
        foreach (var asked in Enumerable.Range(1, 3))
        {
            await Eventually.True(() => page.Asked.Count(view => view == "status") >= asked);
            await shop.PlaceOrder();
        }

        await page.Show();
        await Eventually.Passes(() => Assert.Contains("OrderActor", Names(page)));
        Assert.True(page.Errors.IsEmpty, string.Join("\n", page.Errors));
    }

    [ChromiumFact]
    public async Task A_failed_trace_shows_the_exception_and_what_the_supervisor_did()
    {
        await using var shop = await ShopUnderTest.StartAndOpen();
        using var page = await BrowserPage.Open(shop.View("traces?order=failed"));
        await Eventually.True(() => page.Has("heading", "No trace yet"));
        await shop.PlaceOrder(WebApi.Orders.OrderRequest.BadCard);
        const string Failed = "✕ BankLineDroppedException, restart";
        await Eventually.Passes(() => Assert.Contains(page.Hops, hop => hop.Text.Contains(Failed, StringComparison.Ordinal)));

        // the list of failures begins with the text, and leads to it
        await page.Go("failures");
        await Eventually.Passes(() => Assert.Contains("The line to the bank dropped", page.Column("Failures", "Exception")[0], StringComparison.Ordinal));
        await Eventually.Passes(() => Assert.Equal(["Failures and restarts"], page.Charts.Select(chart => chart.Name.Split(',')[0])));
        var (_, href) = page.Links("Failures").First(link => link.Href.StartsWith("#/traces?id=", StringComparison.Ordinal));
        await page.Go(href[2..]);
        await Eventually.Passes(() => Assert.Contains(page.Hops, hop => hop.Text.Contains(Failed, StringComparison.Ordinal)));
        Assert.True(page.Errors.IsEmpty, string.Join("\n", page.Errors));
    }

    private static IReadOnlyList<string> Names(BrowserPage page) => [.. page.Hops.Select(hop => hop.Get<string>("this.querySelector('b').textContent"))];
}
