namespace AkkaInstrumentation.Tests;

/// <summary>The dashboard of a shop with customers in a real browser.</summary>
[Collection(Alone.Name)]
public sealed class BusyPageSpec(BusyShop open) : IClassFixture<BusyShop>
{
    private static readonly string[] Views =
        ["overview", "map", "actors", "mailboxes", "timeline", "failures", "traces", "threads", "lost", "logs", "settings", "type?name=StockActor"];

    [ChromiumFact]
    public async Task The_overview_has_figures_of_all_actors()
    {
        using var page = await BrowserPage.Open(open.Shop.View("overview"));

        await Eventually.Passes(() =>
        {
            Assert.Superset(
                new HashSet<string> { "BankActor", "OrderActor", "PaymentActor", "PrinterActor", "StockActor", "WarehouseActor" },
                page.Texts("tbody th").ToHashSet());
            Assert.Matches(@"^[1-9]", page.Texts(".tiles .big")[0]);
            Assert.Equal("shop", page.Text("system"));

            // live actors: the rows add up to the figure
            Assert.Equal($"{page.Texts("td[data-label=live]").Sum(int.Parse)} live actors", page.Texts(".tiles .note")[0]);

            // processors, memory and threads are on the first screen, too
            Assert.All(page.Texts(".tiles .big"), figure => Assert.Matches(@"^\d", figure));
        });

        // each chart has axes, and each of its lines its own values
        Assert.Equal(["5 min", "4", "3", "2", "1", "now"], page.Texts(".chart:first-child .axis span"));
        Assert.True(await page.Evaluate<bool>(
            "(a => [...a.children].every((t, i, all) => Math.abs(t.getBoundingClientRect().x - a.getBoundingClientRect().x - i * a.clientWidth / (all.length - 1)) < 1))(document.querySelector('.axis'))"));
        Assert.Equal(18, page.Texts(".labels span").Count(label => label.Length > 0));
        Assert.Equal(["oldest that waits", "p95 wait (slowest type)"], page.Texts(".chart:nth-child(4) .key"));
        await page.Evaluate<bool>("location.hash = '#/overview?range=1h', true");
        await Eventually.Passes(() => Assert.Equal(["1 h", "45", "30", "15 min", "now"], page.Texts(".chart:first-child .axis span")));

        // the time that was chosen is that of the other views
        await page.Evaluate<bool>("location.hash = '#/type?name=StockActor', true");
        await Eventually.Passes(() => Assert.EndsWith("&range=1h", page.Now<string>("location.hash"), StringComparison.Ordinal));
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task The_pointer_on_one_chart_shows_the_values_of_that_moment_in_all()
    {
        await Eventually.Passes(() => Assert.True(open.Shop.Dashboard("history").GetProperty("steps")[0].GetProperty("perSecond").GetArrayLength() > 1));
        using var page = await BrowserPage.Open(open.Shop.View("overview"));
        await Eventually.True(() => page.Texts(".chart .c-traffic").Count > 0 && page.Texts(".tiles .big").Count > 0);
        await page.Evaluate<bool>("scrollTo(0, document.querySelector('.plot svg').getBoundingClientRect().top - 200), true");
        var height = await PlotHeight(page);

        // what comes above the charts moves them away from the pointer
        await Eventually.Passes(() =>
        {
            var at = page.Now<double[]>("(b => [b.right - 3, b.top + 9])(document.querySelector('.plot svg').getBoundingClientRect())");
            page.Mouse("mouseMoved", at[0], at[1]).GetAwaiter().GetResult();
            Assert.All(Times(page), time => Assert.Matches(@"^\d+:\d\d:\d\d", time));
            Assert.Single(Times(page).Distinct());
            Assert.True(page.Now<bool>("[...document.querySelectorAll('.hair')].every(line => line.getAttribute('d'))"));
        });
        Assert.Equal(height, await PlotHeight(page));
        await page.Mouse("mouseMoved", 1, 1);
        await Eventually.Passes(() => Assert.Equal(["now"], Times(page).Distinct()));
        Assert.Empty(page.Errors);

        static IReadOnlyList<string> Times(BrowserPage page) => page.Texts(".legend > :nth-child(2)");
        static Task<double> PlotHeight(BrowserPage page) => page.Evaluate<double>("document.querySelector('.charts').getBoundingClientRect().height");
    }

    [ChromiumFact]
    public async Task A_chosen_trace_stays_until_the_list_is_followed_again()
    {
        using var page = await BrowserPage.Open(open.Shop.View("traces?order=latest"));
        await Eventually.True(() => page.Texts(".list li").Count > 3);
        Assert.True(await page.Evaluate<bool>("document.querySelector('.trace .head button').hidden"));
        await page.Evaluate<bool>("document.querySelectorAll('.list button')[2].click(), true");
        await Eventually.Passes(() => Assert.False(page.Now<bool>("document.querySelector('.trace .head button').hidden")));
        Assert.Equal("Follow the list again", await page.Evaluate<string>("document.querySelector('.trace .head button').textContent"));
        await page.Evaluate<bool>("document.querySelector('.trace .head button').click(), true");
        await Eventually.Passes(() => Assert.True(page.Now<bool>("document.querySelector('.trace .head button').hidden")));
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task Every_view_opens_without_an_error_and_fits_a_phone()
    {
        using var page = await BrowserPage.Open(open.Shop.View("overview"));
        await Eventually.Passes(() => open.Shop.Dashboard("history?type=StockActor"));
        await page.Resize(390, 844);
        foreach (var view in Views)
        {
            await page.Evaluate<bool>($"location.hash = '#/{view}', true");
            await Eventually.Passes(() =>
            {
                Assert.Equal(view.Split('=')[^1], page.Text("title"), ignoreCase: true);
                Assert.True(page.Now<bool>("document.querySelectorAll('#view *').length > 3 && document.getElementById('lost').hidden"));
            });
            Assert.True(await page.Evaluate<bool>("document.documentElement.scrollWidth <= innerWidth"), $"{view} is wider than a phone");
        }

        Assert.Empty(page.Errors);
    }
}
