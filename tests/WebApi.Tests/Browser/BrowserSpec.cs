using WebApi.Traffic;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// The shop's page and the dashboard in a real browser, in one shop at rest. Pages of traces: <see cref="TracePageSpec"/>; of a shop at work:
/// <see cref="BusyPageSpec"/>.
/// </summary>
[Collection(ShopAtRest.Name)]
public sealed class BrowserSpec(OpenShop open)
{
    [ChromiumFact]
    public async Task Many_types_fit_and_their_names_are_whole()
    {
        using var page = await open.Page("lost");
        var actors = string.Join(',', Enumerable.Range(0, 120).Select(i => $$"""
            { "type": "Company.Department.Something{{i}}Actor", "category": null, "perSecond": {{i}}, "waiting": 0, "oldestSeconds": 0, "live": 1, "messages": 1,
              "failures": 0, "recentFailures": 0, "restarts": 0, "stashed": 0, "wait": { "p95": null, "p99": null }, "work": { "p95": null, "p99": null } }
            """));
        await page.Replace(("overview", $$"""{ "actors": [{{actors}}] }"""));
        await page.Go("overview");
        await Eventually.Passes(() => Assert.Equal(20, page.Column(Actors, "Actor type").Count));
        Assert.Equal("Company.Department.Something119Actor", page.Column(Actors, "Actor type")[0]);
        Assert.All(page.The("table", Actors).All("rowheader"), name => Assert.InRange(name.Box[3], 1, 45));

        // what does nothing is folded away
        await page.Press("button", "1 idle");
        await Eventually.True(() => page.Has("button", "Show all 120"));
        await page.Press("button", "Show all 120");
        await Eventually.Equal(120, () => page.Column(Actors, "Actor type").Count);
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task A_type_has_a_page_and_tables_are_sorted_and_filtered()
    {
        using var page = await open.Page("overview");
        await Eventually.Passes(() => Assert.Contains("StockActor", page.Column(Actors, "Actor type")));
        await Sort();
        await Sort();
        await Eventually.Passes(() =>
        {
            var sorted = page.Column(Actors, "Actor type");
            Assert.Equal(sorted.OrderDescending(StringComparer.Ordinal), sorted);
        });
        await page.Fill("Actor type contains", "stock");
        await Eventually.Passes(() => Assert.Equal(["StockActor"], page.Column(Actors, "Actor type")));

        await page.The("table", Actors).All("link", "StockActor")[0].Click();
        await Eventually.Passes(() =>
        {
            Assert.Equal("StockActor", page.Title);
            Assert.Contains("Catalogue", page.Column("Message types", "Message"));
        });

        // nothing about it is asked for again and again: each 404 would be an error in the browser's console
        await page.Go("type?name=Nobody");
        await Eventually.Passes(() => Assert.Contains(page.All("status"), one => one.Text.StartsWith("No actor type of this name", StringComparison.Ordinal)));
        Assert.Empty(page.Errors);

        // the button shows by an arrow how the table is sorted
        Task Sort() => page.The("table", Actors).All("button").First(button => button.Name.StartsWith("Actor type", StringComparison.Ordinal)).Click();
    }

    [ChromiumFact]
    public async Task A_lost_message_has_its_reason_in_words_links_to_both_ends_and_a_date_when_that_is_not_today()
    {
        using var page = await open.Page("failures");
        await page.Stage(request => request.View != "lost" ? null : StagedAnswer.Json("""
            { "rows": [{ "how": "dead letter", "receiverType": "Clerk", "senderType": "_none", "messageType": "Receipt", "reason": "undelivered", "messages": 2, "sinceOpened": 1 }],
              "latest": [{ "at": "2020-05-17T10:00:00Z", "reason": "full_region", "messageType": "Receipt", "senderPath": "/user/desk", "receiverPath": "/user/clerk", "count": 2,
                "traceId": null, "traceKept": false }] }
            """));
        await page.Go("lost");
        await Eventually.Passes(() => Assert.Equal(["no actor was there"], page.Column("Lost messages", "reason")));
        Assert.Equal(["the buffer of its shard region was full"], page.Column(Latest, "reason"));
        Assert.Equal([("Clerk", "#/type?name=Clerk")], page.Links("Lost messages"));
        Assert.Equal([("/user/desk", "#/actors?path=%2Fuser%2Fdesk"), ("/user/clerk", "#/actors?path=%2Fuser%2Fclerk")], page.Links(Latest));
        Assert.Contains("2020", page.Column(Latest, "When")[0], StringComparison.Ordinal);
        Assert.Equal(["code outside actors"], page.Column("Lost messages", "sender"));
        Assert.Empty(page.Errors);
    }

    /// <summary>A name can have a character that turns the direction of all that follows.</summary>
    [ChromiumFact]
    public async Task A_name_turns_nothing_round_and_widens_nothing()
    {
        using var page = await open.Page("failures");
        var hostile = $"Evil\\u202Eactor<script>{new string('x', 3_000)}";
        await page.Stage(request => request.View != "lost" ? null : StagedAnswer.Json($$"""
            { "rows": [{ "how": "dead letter", "receiverType": "{{hostile}}", "senderType": "A/b?c=d&e#f %2F", "messageType": "{{hostile}}", "reason": "undelivered", "messages": 2,
              "sinceOpened": 1 }], "latest": [] }
            """));
        await page.Go("lost");
        await Eventually.Passes(() => Assert.Single(page.Column("Lost messages", "Message")));
        Assert.True(await page.Evaluate<bool>("[...document.querySelectorAll('main td, main th[scope=row]')].filter(c => c.textContent.includes('\\u202E')).every(c => c.querySelector('bdi'))"));
        Assert.True(await page.Evaluate<bool>("document.documentElement.scrollWidth <= innerWidth"));

        // a link of odd letters leads to the name as it is
        Assert.Contains("#/type?name=A%2Fb%3Fc%3Dd%26e%23f+%252F", page.Links("Lost messages").Select(link => link.Href));
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task The_tree_of_actors_is_walked_and_searched()
    {
        using var page = await open.Page("actors");
        await Eventually.Passes(() => Assert.Contains("stock", page.Column("Actors", "Actor")));
        await page.Fill("Name or type contains", "bank");
        await page.Press("button", "Search");
        await Eventually.Passes(() =>
        {
            Assert.Equal(2, page.Column("Actors", "Actor").Count);
            Assert.All(page.Column("Actors", "Actor"), path => Assert.EndsWith("/bank", path, StringComparison.Ordinal));
        });

        // an actor without children has its own figures
        await page.The("table", "Actors").All("link")[0].Click();
        await Eventually.Passes(() => Assert.Equal(["bank"], page.Column("This actor", "Actor")));
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task One_search_leads_to_a_type_and_the_slash_leads_to_the_search()
    {
        using var page = await open.Page("logs");
        await page.Evaluate<bool>("dispatchEvent(new KeyboardEvent('keydown', { key: '/' }))");
        await page.The("combobox", Search).Fill("Stock");
        await Eventually.Passes(() => Assert.Contains("StockActor", string.Join(' ', page.Names("option")), StringComparison.Ordinal));
        await page.Press("Enter");
        await Eventually.Equal("StockActor", () => page.Title);

        await page.The("combobox", Search).Fill("/user/stock");
        await page.Press("Enter");
        await Eventually.Equal("#/actors?path=%2Fuser%2Fstock", () => page.Now<string>("location.hash"));
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task Settings_are_changed_and_messages_explained()
    {
        using var page = await open.Page("settings");
        await Eventually.True(() => page.Has("textbox", Ratio));
        await page.Fill(Ratio, "0.5");
        await page.Press("Enter");
        await Eventually.True(() => page.Has("button", "Apply"));
        await page.Press("button", "Apply");
        await Eventually.Passes(() => Assert.Contains("tracing.sampling.ratio is 0.5, was adaptive (reference.conf)", page.All("status").Select(one => one.Text)));
        Assert.Equal(0.5, open.Shop.Dashboard("settings").GetProperty("ratio").GetDouble());

        Assert.Contains("reference.conf", page.Column("Settings", "comes from"));
        await page.Press("checkbox", "Only what differs from reference.conf");
        await Eventually.Passes(() => Assert.DoesNotContain("reference.conf", page.Column("Settings", "comes from")));
        Assert.NotEmpty(page.Column("Settings", "comes from"));

        await page.Fill("Path of an actor", "/user/stock");
        await page.Fill("Type of the message", "ReserveStock");
        await page.Press("button", "Explain");
        await Eventually.True(() => page.Has("heading", "ReserveStock at /user/stock (StockActor)"));
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task A_paused_page_stays_as_it_is()
    {
        using var page = await open.Page("lost");
        await Eventually.Passes(() => Assert.Contains("up ", page.Text("node"), StringComparison.Ordinal));
        await page.Press("button", "Pause");
        await Eventually.Passes(() => Assert.Contains("paused at ", page.Text("node"), StringComparison.Ordinal));
        var paused = page.Text("node");
        using var other = await page.Another(open.Shop.View("lost"));
        await Eventually.True(() => other.Text("node") is { Length: > 0 } node && node != paused.Replace("paused at ", "", StringComparison.Ordinal));
        Assert.Equal(paused, page.Text("node"));
        await page.Press("button", "Resume");
        await Eventually.True(() => !page.Text("node").Contains("paused", StringComparison.Ordinal));
    }

    [ChromiumFact]
    public async Task Nothing_is_claimed_before_the_first_answer()
    {
        using var page = await open.Page("lost");
        await page.Stage(_ => StagedAnswer.Never);
        foreach (var view in new[] { "overview", "mailboxes", "failures", "threads", "cluster", "type?name=StockActor" })
        {
            await page.Go(view);
            await Eventually.Passes(() => Assert.Equal(
                "Loading …", page.Now<string>("document.querySelector('main').innerText.split('\\n').filter(line => line).at(-1)")));
        }

        await page.Unstage();
        await Eventually.True(() => !page.All("status").Any(one => one.Text == "Loading …"));
    }

    [ChromiumFact]
    public async Task What_has_the_keys_focus_is_never_lost_by_an_answer()
    {
        using var page = await open.Page("overview");
        await Eventually.True(() => page.Has("button", "Infrastructure"));
        await page.The("button", "Infrastructure").Focus();
        await page.Stage(_ => null);
        await Eventually.True(() => page.Asked.Count(view => view == "overview") >= 2);
        Assert.Equal("Infrastructure", await page.Evaluate<string>("document.activeElement.textContent.trim()"));
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

    private const string Actors = "Actors by type";
    private const string Latest = "The latest of each kind";
    private const string Ratio = "Share of new traces, 0 to 1";
    private const string Search = "Search: type, path, trace id, message, entity";
}
