namespace AkkaInstrumentation.Tests;

/// <summary>Traces in a real browser, each in a shop that has none before.</summary>
[Collection(Alone.Name)]
public sealed class TracePageSpec
{
    [ChromiumFact]
    public async Task A_trace_is_drawn_with_all_its_hops_has_an_address_and_is_found_by_its_id()
    {
        await using var shop = await ShopUnderTest.StartAndOpen();
        using var page = await BrowserPage.Open(shop.View("traces"));
        await Eventually.Passes(() => Assert.Equal(["No trace yet"], page.Texts(".trace h3")));
        await shop.PlaceOrder();

        await Eventually.Passes(() =>
        {
            Assert.Equal(["POST /orders", "OrderActor", "StockActor", "PaymentActor", "BankActor"], page.Texts(".hop b"));
            Assert.Contains(page.Texts(".detail dt"), name => name == "akka.mailbox.wait.duration");
            Assert.DoesNotContain(page.Texts(".detail dd"), value => value.StartsWith("0.0", StringComparison.Ordinal));
            Assert.NotEmpty(page.Texts(".list li"));
        });

        await page.Evaluate<bool>("document.querySelector('.list button').click(), true");
        await Eventually.Passes(() => Assert.Matches("id=[0-9a-f]{32}$", page.Now<string>("location.hash")));
        var id = (await page.Evaluate<string>("location.hash")).Split("id=")[1];

        // another person opens the address, or has the id from a log line
        using var other = await page.Another(shop.View($"traces?id={id}"));
        await Eventually.Passes(() => Assert.Contains(id, Assert.Single(other.Texts(".trace .head span")), StringComparison.Ordinal));
        using var third = await page.Another(shop.View("traces?order=failed"));
        await Eventually.Passes(() => Assert.Equal(["No trace yet"], third.Texts(".trace h3")));
        await third.Evaluate<bool>($"document.querySelector('[name=id]').value = '{id}', document.querySelector('form').requestSubmit(), true");
        await Eventually.Passes(() => Assert.Equal("OrderActor", third.Texts(".hop b")[1]));

        // the critical path: one asks after the other
        Assert.Equal(["POST /orders", "OrderActor", "StockActor", "PaymentActor", "BankActor"], third.Texts(".hop.critical b"));

        // messages that are alike are one row, which opens; what failed and what the trace waited for stays
        await page.Evaluate<bool>("""
            import(document.querySelector('script').src.replace('app.js', 'waterfall.js')).then(({ drawWaterfall }) => {
              const hop = (id, depth, start, error) => ({ id: `${id}`, depth, start, error, actor: true, name: depth ? 'Worker' : 'Boss', message: 'Part', stash: 0, wait: 1, work: 2, links: [], attributes: [] });
              const trace = { total: 100, lines: [], hops: [hop(0, 0, 0), ...Array.from({ length: 20 }, (_, i) => hop(i + 1, 1, i < 19 ? 3 : 90, i === 7 && 'Broken'))] }, opened = new Set(), root = document.getElementById('about');
              const draw = () => drawWaterfall(root, trace, () => {}, opened, draw);
              draw();
              return true;
            })
            """);
        Assert.Equal(["Boss", "Worker", "17 × Worker", "Worker", "Worker"], page.Texts("#about .hop b"));
        await page.Evaluate<bool>("document.querySelector('#about .fold').click(), true");
        Assert.Equal(22, page.Texts("#about .hop b").Count);
        await page.Evaluate<bool>("document.querySelector('#about .fold').click(), true");
        Assert.Equal(5, page.Texts("#about .hop b").Count);
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task What_happens_while_somebody_is_in_another_tab_is_there_when_they_come_back()
    {
        await using var shop = await ShopUnderTest.StartAndOpen();
        using var page = await BrowserPage.Open(shop.View("traces"));
        await Eventually.Passes(() => Assert.Equal(["No trace yet"], page.Texts(".trace h3")));
        await page.Hide();

        // The look at traces ends ten seconds after the last question: the third one comes later.
        await page.Evaluate<bool>("window.asked = 0, window.answered = window.fetch, window.fetch = (...args) => { window.asked += args[0].includes('status'); return window.answered(...args); }, true");
        foreach (var asked in Enumerable.Range(1, 3))
        {
            await Eventually.True(() => page.Now<bool>($"window.asked >= {asked}"));
            await shop.PlaceOrder();
        }

        await page.Show();
        await Eventually.Passes(() => Assert.Contains("OrderActor", page.Texts(".hop b")));
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task A_failed_trace_shows_the_exception_and_what_the_supervisor_did()
    {
        await using var shop = await ShopUnderTest.StartAndOpen();
        using var page = await BrowserPage.Open(shop.View("traces?order=failed"));
        await Eventually.Passes(() => Assert.Equal(["No trace yet"], page.Texts(".trace h3")));
        await shop.PlaceOrder(WebApi.Orders.OrderRequest.BadCard);

        await Eventually.Passes(() => Assert.Equal(["✕ BankLineDroppedException, restart"], page.Texts(".fail")));

        // the list of failures leads to it
        await page.Evaluate<bool>("location.hash = '#/failures', true");
        await Eventually.Passes(() => Assert.Single(page.Texts("td[data-label=trace] a:not([hidden])")));
        Assert.Empty(page.Texts(".fail"));
        Assert.Equal(["Failures and restarts"], page.Texts(".chart b"));
        await page.Evaluate<bool>("document.querySelector('td[data-label=trace] a').click(), true");
        await Eventually.Passes(() => Assert.Equal(["✕ BankLineDroppedException, restart"], page.Texts(".fail")));
        Assert.Empty(page.Errors);
    }
}
