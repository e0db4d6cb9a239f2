using WebApi.Traffic;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// The shop's page and the dashboard in a real browser, in one shop at rest. Pages of traces: <see cref="TracePageSpec"/>; of a shop at work:
/// <see cref="BusyPageSpec"/>.
/// </summary>
[Collection(Alone.Name)]
public sealed class BrowserSpec(OpenShop open) : IClassFixture<OpenShop>
{
    [ChromiumFact]
    public async Task Many_types_fit_and_their_names_are_whole()
    {
        using var page = await open.Page("lost");
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
        Assert.True(
            await page.Evaluate<bool>("[...document.querySelectorAll('#view tbody th')].every(name => name.getBoundingClientRect().height < 45)"));
        await page.Evaluate<bool>("[...document.querySelectorAll('#view .more')].find(b => b.textContent === 'Show all 120').click(), true");
        Assert.Equal(120, page.Texts("#view tbody tr").Count);
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task A_type_has_a_page_and_tables_are_sorted_and_filtered()
    {
        using var page = await BrowserPage.Open(open.Shop.View("overview"));
        await Eventually.Passes(() => Assert.Contains("StockActor", page.Texts("tbody th a")));
        await page.Evaluate<bool>("document.querySelector('th .sort').click(), document.querySelector('th .sort').click(), true");
        var sorted = page.Texts("tbody th a");
        Assert.Equal(sorted.OrderDescending(StringComparer.Ordinal), sorted);
        await page.Evaluate<bool>(
            "(i => { i.value = 'stock'; i.dispatchEvent(new Event('input')); return true; })(document.querySelector('[name=filter]'))");
        Assert.Equal(["StockActor"], page.Texts("tbody th a"));

        await page.Evaluate<bool>("document.querySelector('tbody th a').click(), true");
        await Eventually.Passes(() =>
        {
            Assert.Equal("StockActor", page.Text("title"));
            Assert.Contains("Catalogue", page.Texts("tbody th"));
        });
        await page.Evaluate<bool>("location.hash = '#/type?name=Nobody', true");
        await Eventually.Passes(() => Assert.False(page.Now<bool>("document.querySelector('#view .notice').hidden")));
        Assert.DoesNotContain(page.Errors, error => !error.Contains("404", StringComparison.Ordinal));
    }

    [ChromiumFact]
    public async Task A_lost_message_has_its_reason_in_words_links_to_both_ends_and_a_date_when_that_is_not_today()
    {
        using var page = await open.Page("failures");
        await page.Evaluate<bool>("""
            window.answered = window.fetch, window.fetch = async (...args) => !args[0].includes('lost') ? window.answered(...args) : new Response(JSON.stringify({
              rows: [{ how: 'dead letter', receiver: 'Clerk', sender: '_none', message: 'Receipt', reason: 'undelivered', messages: 2, sinceOpened: 1 }],
              latest: [{ at: '2020-05-17T10:00:00Z', reason: 'full_region', message: 'Receipt', sender: '/user/desk', recipient: '/user/clerk', count: 2, trace: null, traceKept: false }] })),
              location.hash = '#/lost', true
            """);
        await Eventually.Passes(() => Assert.Equal(["no actor was there", "the buffer of its shard region was full"], page.Texts("td[data-label=reason]")));
        Assert.Equal(["#/type?name=Clerk", "#/actors?path=%2Fuser%2Fdesk", "#/actors?path=%2Fuser%2Fclerk"],
            await page.Evaluate<string[]>("[...document.querySelectorAll('#view td a[href]:not([hidden])')].map(a => a.getAttribute('href'))"));
        Assert.Contains("2020", page.Texts("#view tbody th")[1], StringComparison.Ordinal);
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task The_tree_of_actors_is_walked_and_searched()
    {
        using var page = await BrowserPage.Open(open.Shop.View("actors"));
        await Eventually.Passes(() => Assert.Contains("stock", page.Texts("tbody th a")));
        await page.Evaluate<bool>("document.querySelector('[name=find]').value = 'bank', document.querySelector('form').requestSubmit(), true");
        await Eventually.Passes(() =>
        {
            Assert.Equal(2, page.Texts("tbody th a").Count);
            Assert.All(page.Texts("tbody th a"), path => Assert.EndsWith("/bank", path, StringComparison.Ordinal));
        });

        // an actor without children has its own figures
        await page.Evaluate<bool>("document.querySelector('tbody th a').click(), true");
        await Eventually.Passes(() => Assert.Equal(["bank"], page.Texts("table[aria-label=\"This actor\"] tbody th a")));
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task Settings_are_changed_and_messages_explained()
    {
        using var page = await BrowserPage.Open(open.Shop.View("settings"));
        await Eventually.Passes(() => Assert.True(page.Now<bool>("document.querySelector('[name=ratio]').matches(':enabled')"), "The page has no answer yet."));
        await page.Evaluate<bool>("(i => { i.value = '0.5'; i.dispatchEvent(new Event('input')); i.form.requestSubmit(); return true; })(document.querySelector('[name=ratio]'))");
        await Eventually.Passes(() =>
            Assert.True(page.Now<bool>("(b => !b.closest('.question').hidden && (b.click(), true))(document.querySelector('.question .main'))")));
        await Eventually.Passes(() => Assert.Equal(["tracing.sampling.ratio is 0.5, was adaptive (reference.conf)"], page.Texts(".result")));
        Assert.Equal(0.5, open.Shop.Dashboard("settings").GetProperty("ratio").GetDouble());

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
    public async Task A_paused_page_stays_as_it_is()
    {
        using var page = await BrowserPage.Open(open.Shop.View("lost"));
        await Eventually.Passes(() => Assert.Contains("up ", page.Text("node"), StringComparison.Ordinal));
        await page.Click("pause");
        await Eventually.Passes(() => Assert.Contains("paused at ", page.Text("node"), StringComparison.Ordinal));
        var paused = page.Text("node");
        using var other = await page.Another(open.Shop.View("lost"));
        await Eventually.True(() => other.Text("node") is { Length: > 0 } node && node != paused.Replace("paused at ", "", StringComparison.Ordinal));
        Assert.Equal(paused, page.Text("node"));
        await page.Click("pause");
        await Eventually.True(() => !page.Text("node").Contains("paused", StringComparison.Ordinal));
    }

    [ChromiumFact]
    public async Task Nothing_is_claimed_before_the_first_answer()
    {
        using var page = await open.Page("lost");
        await page.Evaluate<bool>("window.answered = window.fetch, window.fetch = () => new Promise(() => { }), true");
        foreach (var view in new[] { "overview", "mailboxes", "failures", "threads", "cluster", "type?name=StockActor" })
        {
            await page.Evaluate<bool>($"location.hash = '#/{view}', true");
            await Eventually.Passes(() =>
                Assert.Equal("Loading …", page.Now<string>("document.querySelector('main').innerText.split('\\n').filter(line => line).at(-1)")));
        }

        await page.Evaluate<bool>("window.fetch = window.answered, dispatchEvent(new Event('visibilitychange')), true");
        await Eventually.True(() => page.Now<bool>("document.getElementById('loading').hidden && !document.getElementById('view').hidden"));
    }

    [ChromiumFact]
    public async Task A_percentile_above_the_last_bound_is_shown_as_more_than_that()
    {
        using var page = await open.Page("overview");
        await page.Evaluate<bool>(
            "(async () => { window.format = await import(document.querySelector('script').src.replace('app.js', 'format.js')); })(), true");

        await Eventually.Equal("> 5.0 min", () => page.Now<string>("window.format ? format.estimate({ us: 3e8, above: true }) : ''"));
        Assert.Equal("5.0 min", await page.Evaluate<string>("format.estimate({ us: 3e8, above: false })"));
        Assert.Equal("15 h 25 min", await page.Evaluate<string>("format.seconds(55506)"));
        Assert.Equal("–", await page.Evaluate<string>("format.estimate(null)"));
        Assert.Equal("3.3 µs", await page.Evaluate<string>("format.attribute('akka.mailbox.wait.duration', '0.000003345')"));
    }

    [ChromiumFact]
    public async Task The_shops_buttons_stop_and_start_the_traffic()
    {
        var traffic = (TrafficControl)open.Shop.Services.GetService(typeof(TrafficControl))!;
        using var page = await BrowserPage.Open(open.Shop.Address);

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
        using var page = await BrowserPage.Open(open.Shop.Address);
        await Eventually.Equal("Start traffic", () => page.Text("toggle"));
        await page.Click("order");
        await Eventually.Passes(() => Assert.Matches(@"^Order \d+ accepted in \d+ ms$", page.Text("notice")));
        Assert.Empty(page.Errors);

        // no button sends this; a shop that is too busy refuses likewise
        await page.Evaluate<bool>("place(' '), true");
        await Eventually.Equal("The order is not valid", () => page.Text("notice"));
    }
}
