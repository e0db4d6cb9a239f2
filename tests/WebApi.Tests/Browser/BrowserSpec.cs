using WebApi.Traffic;

namespace AkkaInstrumentation.Tests;

/// <summary>The shop's page and the dashboard in a real browser.</summary>
[Collection(Alone.Name)]
public sealed class BrowserSpec
{
    private static readonly string[] Views = ["overview", "map", "actors", "mailboxes", "failures", "traces", "threads", "lost", "logs", "settings", "type?name=StockActor"];

    [ChromiumFact]
    public async Task The_overview_has_figures_of_all_actors()
    {
        await using var shop = await ShopUnderTest.StartAndOpen("--Traffic:Rate=30", "--Traffic:Running=true");
        using var page = await BrowserPage.Open(shop.View("overview"));

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
        Assert.Equal(["5 min ago", "4", "3", "2", "1", "now"], page.Texts(".chart:first-child .axis span"));
        Assert.Equal(18, page.Texts(".labels span").Count(label => label.Length > 0));
        Assert.Equal(["oldest that waits", "95 % of those taken, slowest type"], page.Texts(".chart:nth-child(4) .key"));
        await page.Evaluate<bool>("location.hash = '#/overview?range=1h', true");
        await Eventually.Passes(() => Assert.Equal(["1 h ago", "45", "30", "15 min", "now"], page.Texts(".chart:first-child .axis span")));

        // the time that was chosen is that of the other views
        await page.Evaluate<bool>("location.hash = '#/type?name=StockActor', true");
        await Eventually.Passes(() => Assert.EndsWith("&range=1h", page.Evaluate<string>("location.hash").GetAwaiter().GetResult(), StringComparison.Ordinal));
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task The_pointer_on_one_chart_shows_the_values_of_that_moment_in_all()
    {
        await using var shop = await ShopUnderTest.StartAndOpen("--Traffic:Rate=30", "--Traffic:Running=true");
        await Eventually.Passes(() => Assert.True(shop.Dashboard("history").GetProperty("steps")[0].GetProperty("perSecond").GetArrayLength() > 1));
        using var page = await BrowserPage.Open(shop.View("overview"));
        await Eventually.True(() => page.Texts(".chart .c-traffic").Count > 0 && page.Texts(".tiles .big").Count > 0);
        await page.Evaluate<bool>("scrollTo(0, document.querySelector('.plot svg').getBoundingClientRect().top - 200), true");
        var height = await PlotHeight(page);
        var (x, y) = (await page.Evaluate<double>("(b => b.right - 3)(document.querySelector('.plot svg').getBoundingClientRect())"), await page.Evaluate<double>("(b => b.top + 9)(document.querySelector('.plot svg').getBoundingClientRect())"));
        await page.Mouse("mouseMoved", x, y);
        await Eventually.Passes(() =>
        {
            Assert.All(Times(page), time => Assert.Matches(@"^\d+:\d\d:\d\d", time));
            Assert.Single(Times(page).Distinct());
            Assert.True(page.Evaluate<bool>("[...document.querySelectorAll('.hair')].every(line => line.getAttribute('d'))").GetAwaiter().GetResult());
        });
        Assert.Equal(height, await PlotHeight(page));
        await page.Mouse("mouseMoved", 1, 1);
        await Eventually.Passes(() => Assert.Equal(["now"], Times(page).Distinct()));
        Assert.Empty(page.Errors);

        static IReadOnlyList<string> Times(BrowserPage page) => page.Texts(".legend > :nth-child(2)");
        static Task<double> PlotHeight(BrowserPage page) => page.Evaluate<double>("document.querySelector('.charts').getBoundingClientRect().height");
    }

    [ChromiumFact]
    public async Task Many_types_fit_and_their_names_are_whole()
    {
        await using var shop = await ShopUnderTest.StartAndOpen();
        using var page = await BrowserPage.Open(shop.View("lost"));
        await Eventually.Equal("shop", () => page.Text("system"));
        await page.Evaluate<bool>("""
            window.answered = window.fetch, window.fetch = async (...args) => {
              const answer = await window.answered(...args);
              if (!args[0].includes('overview')) return answer;
              const body = await answer.json(), none = { p50: null, p95: null, p99: null };
              body.actors = Array.from({ length: 120 }, (_, i) => ({ type: `Company.Department.Something${i}Actor`, perSecond: i, waiting: 0, oldestSeconds: 0, live: 1, messages: 1, failures: 0, recentFailures: 0, restarts: 0, stashed: 0, wait: none, work: none }));
              return new Response(JSON.stringify(body));
            }, location.hash = '#/overview', true
            """);
        await Eventually.Passes(() => Assert.Equal(20, page.Texts("#view tbody tr").Count));
        Assert.Equal("Company.Department.Something119Actor", page.Texts("#view tbody th a")[0]);
        Assert.True(await page.Evaluate<bool>("[...document.querySelectorAll('#view tbody th')].every(name => name.getBoundingClientRect().height < 45)"));
        await page.Evaluate<bool>("[...document.querySelectorAll('#view .more')].find(b => b.textContent === 'Show all 120').click(), true");
        Assert.Equal(120, page.Texts("#view tbody tr").Count);
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task A_trace_is_drawn_with_all_its_hops()
    {
        await using var shop = await ShopUnderTest.StartAndOpen();
        using var page = await BrowserPage.Open(shop.View("traces"));
        await Eventually.Passes(() => Assert.Equal(["No trace yet"], page.Texts(".trace h3")));
        await shop.PlaceOrder();

        await Eventually.Passes(() =>
        {
            Assert.Equal(["POST /orders", "OrderActor", "StockActor", "PaymentActor", "BankActor"], page.Texts(".hop b"));
            Assert.Contains(page.Texts(".detail dt"), name => name == "akka.mailbox.wait");
            Assert.DoesNotContain(page.Texts(".detail dd"), value => value.StartsWith("0.0", StringComparison.Ordinal));
            Assert.NotEmpty(page.Texts(".list li"));
        });

        // messages that are alike are one row, which opens; what failed and what the trace waited for stays
        await page.Evaluate<bool>("""
            import(document.querySelector('script').src.replace('app.js', 'waterfall.js')).then(({ drawWaterfall }) => {
              const hop = (id, depth, start, error) => ({ id: `${id}`, depth, start, error, actor: true, name: depth ? 'Worker' : 'Boss', message: 'Part', stash: 0, wait: 1, work: 2, links: [], attributes: [] });
              const trace = { total: 100, hops: [hop(0, 0, 0), ...Array.from({ length: 20 }, (_, i) => hop(i + 1, 1, i < 19 ? 3 : 90, i === 7 && 'Broken'))] }, opened = new Set(), root = document.getElementById('about');
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
        await page.Evaluate<bool>("document.querySelector('td[data-label=trace] a').click(), true");
        await Eventually.Passes(() => Assert.Equal(["✕ BankLineDroppedException, restart"], page.Texts(".fail")));
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task A_chosen_trace_stays_until_the_list_is_followed_again()
    {
        await using var shop = await ShopUnderTest.StartAndOpen("--Traffic:Rate=30", "--Traffic:Running=true");
        using var page = await BrowserPage.Open(shop.View("traces?order=latest"));
        await Eventually.True(() => page.Texts(".list li").Count > 3);
        Assert.True(await page.Evaluate<bool>("document.querySelector('.trace .head button').hidden"));
        await page.Evaluate<bool>("document.querySelectorAll('.list button')[2].click(), true");
        await Eventually.Passes(() => Assert.False(page.Evaluate<bool>("document.querySelector('.trace .head button').hidden").GetAwaiter().GetResult()));
        Assert.Equal("Follow the list again", await page.Evaluate<string>("document.querySelector('.trace .head button').textContent"));
        await page.Evaluate<bool>("document.querySelector('.trace .head button').click(), true");
        await Eventually.Passes(() => Assert.True(page.Evaluate<bool>("document.querySelector('.trace .head button').hidden").GetAwaiter().GetResult()));
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task A_trace_has_an_address_and_is_found_by_its_id()
    {
        await using var shop = await ShopUnderTest.StartAndOpen();
        using var page = await BrowserPage.Open(shop.View("traces"));
        await Eventually.Passes(() => Assert.Equal(["No trace yet"], page.Texts(".trace h3")));
        await shop.PlaceOrder();
        await Eventually.True(() => page.Texts(".list li").Count > 0);
        await page.Evaluate<bool>("document.querySelector('.list button').click(), true");
        await Eventually.Passes(() => Assert.Matches("id=[0-9a-f]{32}$", page.Evaluate<string>("location.hash").GetAwaiter().GetResult()));
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
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task A_type_has_a_page_and_tables_are_sorted_and_filtered()
    {
        await using var shop = await ShopUnderTest.StartAndOpen();
        using var page = await BrowserPage.Open(shop.View("overview"));
        await Eventually.Passes(() => Assert.Contains("StockActor", page.Texts("tbody th a")));
        await page.Evaluate<bool>("document.querySelector('th .sort').click(), document.querySelector('th .sort').click(), true");
        Assert.Equal(page.Texts("tbody th a").OrderDescending(StringComparer.Ordinal), page.Texts("tbody th a"));
        await page.Evaluate<bool>("(i => { i.value = 'stock'; i.dispatchEvent(new Event('input')); return true; })(document.querySelector('[name=filter]'))");
        Assert.Equal(["StockActor"], page.Texts("tbody th a"));

        await page.Evaluate<bool>("document.querySelector('tbody th a').click(), true");
        await Eventually.Passes(() =>
        {
            Assert.Equal("StockActor", page.Text("title"));
            Assert.Contains("Catalogue", page.Texts("tbody th"));
        });
        await page.Evaluate<bool>("location.hash = '#/type?name=Nobody', true");
        await Eventually.Passes(() => Assert.False(page.Evaluate<bool>("document.querySelector('#view .notice').hidden").GetAwaiter().GetResult()));
        Assert.DoesNotContain(page.Errors, error => !error.Contains("404", StringComparison.Ordinal));
    }

    [ChromiumFact]
    public async Task The_tree_of_actors_is_walked_and_searched()
    {
        await using var shop = await ShopUnderTest.StartAndOpen();
        using var page = await BrowserPage.Open(shop.View("actors"));
        await Eventually.Passes(() => Assert.Contains("stock", page.Texts("tbody th a")));
        await page.Evaluate<bool>("document.querySelector('[name=find]').value = 'bank', document.querySelector('form').requestSubmit(), true");
        await Eventually.Passes(() =>
        {
            Assert.Equal(2, page.Texts("tbody th a").Count);
            Assert.All(page.Texts("tbody th a"), path => Assert.EndsWith("/bank", path, StringComparison.Ordinal));
        });
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task Settings_are_changed_and_messages_explained()
    {
        await using var shop = await ShopUnderTest.StartAndOpen();
        using var page = await BrowserPage.Open(shop.View("settings"));
        await Eventually.Passes(() => Assert.True(page.Evaluate<bool>("document.querySelector('[name=ratio]').matches(':enabled')").GetAwaiter().GetResult(), "The page has no answer yet."));
        await page.Evaluate<bool>("(i => { i.value = '0.5'; i.dispatchEvent(new Event('input')); i.form.requestSubmit(); return true; })(document.querySelector('[name=ratio]'))");
        await Eventually.Passes(() => Assert.Equal(["tracing.sampling.ratio is 0.5, was adaptive (reference.conf)"], page.Texts(".result")));
        Assert.Equal(0.5, shop.Dashboard("settings").GetProperty("ratio").GetDouble());

        const string Origins = "td[data-label=\"comes from\"]";
        Assert.Contains("reference.conf", page.Texts(Origins));
        await page.Evaluate<bool>("document.querySelector('[name=changed]').click(), true");
        Assert.NotEmpty(page.Texts(Origins));
        Assert.DoesNotContain("reference.conf", page.Texts(Origins));

        await page.Evaluate<bool>("document.querySelector('[name=explainPath]').value = '/user/stock', document.querySelector('[name=explainType]').value = 'ReserveStock', document.querySelector('[name=explainType]').form.requestSubmit(), true");
        await Eventually.Passes(() => Assert.Contains("ReserveStock at /user/stock (StockActor)", page.Texts(".text h4")));
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task Every_view_opens_without_an_error_and_fits_a_phone()
    {
        await using var shop = await ShopUnderTest.StartAndOpen("--Traffic:Rate=30", "--Traffic:Running=true");
        using var page = await BrowserPage.Open(shop.View("overview"));
        await Eventually.Passes(() => shop.Dashboard("history?type=StockActor"));
        await page.Resize(390, 844);
        foreach (var view in Views)
        {
            await page.Evaluate<bool>($"location.hash = '#/{view}', true");
            await Eventually.Passes(() =>
            {
                Assert.Equal(view.Split('=')[^1], page.Text("title"), ignoreCase: true);
                Assert.True(page.Evaluate<bool>("document.querySelectorAll('#view *').length > 3 && document.getElementById('lost').hidden").GetAwaiter().GetResult());
            });
            Assert.True(await page.Evaluate<bool>("document.documentElement.scrollWidth <= innerWidth"), $"{view} is wider than a phone");
        }

        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task A_percentile_above_the_last_bound_is_shown_as_more_than_that()
    {
        await using var shop = await ShopUnderTest.Start();
        using var page = await BrowserPage.Open(shop.View("overview"));
        await Eventually.Equal("shop", () => page.Text("system"));
        await page.Evaluate<bool>("(async () => { window.format = await import(document.querySelector('script').src.replace('app.js', 'format.js')); })(), true");

        await Eventually.Equal("> 5.0 min", () => page.Evaluate<string>("window.format ? format.estimate({ us: 3e8, above: true }) : ''").GetAwaiter().GetResult());
        Assert.Equal("5.0 min", await page.Evaluate<string>("format.estimate({ us: 3e8, above: false })"));
        Assert.Equal("15 h 25 min", await page.Evaluate<string>("format.seconds(55506)"));
        Assert.Equal("–", await page.Evaluate<string>("format.estimate(null)"));
        Assert.Equal("3.3 µs", await page.Evaluate<string>("format.attribute('akka.mailbox.wait', '0.000003345')"));
    }

    [ChromiumFact]
    public async Task The_shops_buttons_stop_and_start_the_traffic()
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

        await page.Evaluate<bool>("rate.value = 75, rate.dispatchEvent(new Event('input')), true");
        await Eventually.Equal(75, () => traffic.Rate);
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task The_shop_shows_how_an_order_went_and_why_one_was_refused()
    {
        await using var shop = await ShopUnderTest.StartAndOpen();
        using var page = await BrowserPage.Open(shop.Address);
        await Eventually.Equal("Start traffic", () => page.Text("toggle"));
        await page.Click("order");
        await Eventually.Passes(() => Assert.Matches(@"^Order \d+ accepted in \d+ ms$", page.Text("notice")));
        Assert.Empty(page.Errors);

        // no button sends this; a shop that is too busy refuses likewise
        await page.Evaluate<bool>("place(' '), true");
        await Eventually.Equal("The order is not valid", () => page.Text("notice"));
    }
}
