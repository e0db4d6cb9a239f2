namespace AkkaInstrumentation.Tests;

/// <summary>The dashboard of a shop with customers in a real browser.</summary>
[Collection(ShopAtWork.Name)]
public sealed class BusyPageSpec(BusyShop open)
{
    private const string Actors = "Actors by type";

    private static readonly (string View, string Title)[] Views =
    [
        ("overview", "Overview"), ("map", "Map"), ("actors", "Actors"), ("mailboxes", "Mailboxes"), ("timeline", "Timeline"), ("failures", "Failures"),
        ("traces", "Traces"), ("threads", "Threads"), ("lost", "Lost"), ("logs", "Logs"), ("settings", "Settings"), ("type?name=StockActor", "StockActor"),
    ];

    [ChromiumFact]
    public async Task The_overview_has_figures_of_all_actors_which_open_into_charts()
    {
        using var page = await open.Page("overview");
        await Eventually.Passes(() =>
        {
            Assert.Superset(
                new HashSet<string> { "BankActor", "OrderActor", "PaymentActor", "StockActor" }, page.Column(Actors, "Actor type").ToHashSet());

            // processors, memory and threads are on the first screen, too
            Assert.All(Figures(page), figure => Assert.Matches(@"^\D+\d", figure.Text));
        });

        // live actors: the rows add up to the figure
        // by the element, because the number of idle types changes
        await page.All("button").Single(button => button.Name.EndsWith(" idle", StringComparison.Ordinal)).Click();
        await Eventually.Passes(() =>
        {
            Assert.Superset(new HashSet<string> { "PrinterActor", "WarehouseActor" }, page.Column(Actors, "Actor type").ToHashSet());
            Assert.Contains($"{page.Column(Actors, "live").Sum(int.Parse)} live actors", Figures(page)[0].Text, StringComparison.Ordinal);
        });

        await Figures(page)[0].Click();
        await Eventually.Equal(6, () => page.Charts.Count);
        Assert.Matches(
            @"^Time in the mailbox, last 5 minutes: oldest that waits .+, highest .+; p95 wait \(slowest type\) .+, highest .+\. Arrow keys", page.Charts[3].Name);
        await page.Press("link", "1 hour");
        await Eventually.Passes(() => Assert.Contains(", last 1 hour: ", page.Charts[0].Name, StringComparison.Ordinal));

        // the time that was chosen is that of the other views
        await page.Go("type?name=StockActor");
        await Eventually.Passes(() => Assert.EndsWith("&range=1h", page.Now<string>("location.hash"), StringComparison.Ordinal));
        await Eventually.True(() => page.Charts.Count == 5);
        await page.Press("link", "24 hours");
        await Eventually.Passes(() => Assert.Contains(", last 24 hours: ", page.Charts[0].Name, StringComparison.Ordinal));
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task The_pointer_on_one_chart_shows_the_values_of_that_moment_in_all()
    {
        await Eventually.Passes(() => Assert.True(open.Shop.Dashboard("history").GetProperty("steps")[0].GetProperty("perSecond").GetArrayLength() > 2));
        using var page = await open.Page("threads");
        await Eventually.Equal(4, () => page.Charts.Count);

        // what comes above the charts moves them away from the pointer
        await Eventually.Passes(() =>
        {
            var at = page.Charts[0].Get<double[]>("(this.scrollIntoView({ block: 'center' }), (b => [b.right - 20, b.top + 40])(this.getBoundingClientRect()))");
            page.Mouse("mouseMoved", at[0], at[1]).GetAwaiter().GetResult();
            Assert.All(Moments(page), time => Assert.Matches(@"^\d+:\d\d:\d\d", time));
            Assert.Single(Moments(page).Distinct());
        });
        await page.Mouse("mouseMoved", 1, 1);
        await Eventually.Passes(() => Assert.Equal(["now"], Moments(page).Distinct()));
        Assert.Empty(page.Errors);

        static IReadOnlyList<string> Moments(BrowserPage page) => page.Texts(".legend > :nth-child(2)");
    }

    [ChromiumFact]
    public async Task A_chosen_trace_stays_until_the_list_is_followed_again()
    {
        using var page = await open.Page("traces?order=latest");
        await Eventually.True(() => page.Traces.Count > 3);
        Assert.False(page.Has("link", "Follow the list again"));
        await page.Traces[2].Click();
        await Eventually.True(() => page.Has("link", "Follow the list again"));
        await page.Press("link", "Follow the list again");
        await Eventually.True(() => !page.Has("link", "Follow the list again"));

        // so does one that somebody looks closer at
        await Eventually.True(async () =>
        {
            await page.Press("button", "Sequence");
            return page.Now<string>("location.hash").Contains("id=", StringComparison.Ordinal);
        });
        await Eventually.True(() => page.Has("button", "Copy as Mermaid"));
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task Traces_are_grouped_by_what_they_begin_with_and_have_a_least_duration()
    {
        using var page = await open.Page("traces");
        await Eventually.Passes(() => Assert.Contains(page.Links("Traces"), link => link.Name.Contains("POST /orders", StringComparison.Ordinal)));
        var root = open.Shop.Dashboard("traces").GetProperty("roots")[0];
        Assert.True(root.GetProperty("count").GetInt32() > 0 && root.GetProperty("p95Us").GetDouble() > 0);
        var name = root.GetProperty("name").GetString()!;
        var some = open.Shop.Dashboard($"traces?root={Uri.EscapeDataString(name)}&least=1");
        Assert.All(some.GetProperty("traces").EnumerateArray(),
            trace => Assert.StartsWith(trace.GetProperty("name").GetString()!, name, StringComparison.Ordinal));
        Assert.Equal(0, open.Shop.Dashboard("traces?least=86400000000").GetProperty("taken").GetInt32());

        await page.Fill("At least, ms", "600000");
        await page.Press("Enter");
        await Eventually.Equal(0, () => page.Traces.Count);
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task A_type_has_its_messages_with_rates_times_and_senders()
    {
        using var page = await open.Page("type?name=StockActor");
        await Eventually.Passes(() =>
        {
            var messages = page.Column("Message types", "Message");
            var place = messages.ToList().IndexOf("ReserveStock");
            Assert.Matches("^[1-9]", page.Column("Message types", "messages/s")[place]);
            Assert.Matches("(µs|ms)$", page.Column("Message types", "p95 wait")[place]);
            Assert.Matches("(µs|ms)$", page.Column("Message types", "p95 work")[place]);
            Assert.Matches(@"^\d+$", page.Column("Message types", "waiting now")[place]);
            Assert.StartsWith("OrderActor ", page.Column("Message types", "sent by")[place], StringComparison.Ordinal);
        });
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task Every_view_opens_without_an_error_and_fits_a_phone_in_five_screens()
    {
        using var page = await open.Page("overview");
        await Eventually.Passes(() => open.Shop.Dashboard("history?type=StockActor"));
        await page.Resize(390, 844);
        foreach (var (view, title) in Views)
        {
            await page.Go(view);
            await Eventually.Passes(() =>
            {
                Assert.Equal(title, page.Title);
                Assert.Equal("", page.Warning);
                Assert.True(page.Now<bool>("document.querySelectorAll('#view *').length > 0"));
                Assert.DoesNotContain(page.All("status"), one => one.Text == "Loading …");
            });
            var size = await page.Evaluate<double[]>("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]");
            Assert.True(size[0] <= 390, $"{view} is wider than a phone: {size[0]}");
            Assert.True(size[1] <= 5 * 844, $"{view} is {size[1] / 844:F1} screens long");
        }

        Assert.Empty(page.Errors);
    }

    private static IReadOnlyList<PageElement> Figures(BrowserPage page) => page.The("list", "Figures").All("button");
}
