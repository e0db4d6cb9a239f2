using System.Globalization;
using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// Takes the pictures in docs/images from the running samples: <c>PICTURES=1 dotnet test tests/WebApi.Tests --filter PicturesSpec</c>. With
/// <c>PICTURES=/a/folder</c> it takes all looks of all views instead, for people to look at.
/// </summary>
[Collection(Alone.Name)]
public sealed class PicturesSpec
{
    private const string Troubled = "--Trouble:Lasts=01:00:00";

    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(5);

    private static readonly string[] Views =
    [
        "overview", "map", "traces", "actors", "mailboxes", "threads", "timeline", "failures", "lost", "logs", "settings", "type?name=PrinterActor",
    ];

    [PicturesFact]
    public async Task The_overview_finds_a_trouble()
    {
        using var shop = Shop();
        using var page = await Open(shop, "overview");

        // long enough for the curves of the last minutes to have a shape
        await Eventually.True(() => Regex.IsMatch(page.Text("node"), "up [2-9] min"), timeout: Patience);
        await Cause(page, "rush");
        await Eventually.True(() => page.Cards.Any(card => card.Text.Contains("Why", StringComparison.Ordinal)), timeout: Patience);
        await Take(page, "overview", 1100);
    }

    [PicturesFact]
    public async Task A_trace_the_map_and_the_timeline()
    {
        using var shop = Shop();
        using var page = await Open(shop, "traces?order=slowest");
        await Eventually.True(() => page.Hops.Count >= 8 && page.Traces.Count > 8, timeout: Patience); // with all hops of an order
        await Take(page, "trace", 1130);

        await Cause(page, "block");
        await Cause(page, "failures");
        await Cause(page, "full");
        await page.Go("map");
        await Eventually.True(() => page.All("button").Any(arrow => arrow.Name.Contains('✕', StringComparison.Ordinal)), timeout: Patience);
        await Take(page, "map", 1150);

        await page.Go("timeline");
        await Eventually.True(() => page.Column("What has been wrong", "What").Count >= 4, timeout: Patience);
        await Task.Delay(TimeSpan.FromMinutes(1)); // so that the bars have a length
        await Take(page, "timeline", 900);
    }

    /// <summary>One trace in a hundred is sampled, and the failed orders are there all the same.</summary>
    [PicturesFact]
    public async Task A_failed_order_at_one_percent()
    {
        using var shop = Shop("--OTEL_TRACES_SAMPLER=parentbased_traceidratio", "--OTEL_TRACES_SAMPLER_ARG=0.01");
        using var page = await Open(shop, "traces?order=failed");
        for (var i = 0; i < 3; i++)
        {
            await page.Evaluate<bool>($$"""
                fetch('/orders', { method: 'POST', headers: { 'content-type': 'application/json' },
                  body: JSON.stringify({ product: 'tea', quantity: 1, card: '{{WebApi.Orders.OrderRequest.BadCard}}' }) }).then(() => true)
                """);
            await Task.Delay(TimeSpan.FromSeconds(2)); // so that each has its place in the list
        }

        await Eventually.True(() => page.Traces.Any(IsWhole), timeout: Patience);
        await page.Traces.First(IsWhole).Click();
        await Eventually.True(() => page.Now<bool>("location.hash.includes('id=')"));
        await Take(page, "kept", 880);

        // of the newest one, the records are not yet spans
        static bool IsWhole(PageElement trace) => Regex.Match(trace.Text, @":\d\d(\d+)\s+hops").Groups[1].Value is { Length: > 0 } hops
            && int.Parse(hops, CultureInfo.InvariantCulture) >= 5;
    }

    [PicturesFact]
    public async Task The_cluster()
    {
        using var sample = await ClusterSample.Start();
        using var page = await BrowserPage.Open(new Uri(sample.Front, "akka/#/cluster"));
        await Eventually.True(() => page.Column("Nodes", "figures").Count(state => state == "answers") == 3, timeout: Patience);
        await Eventually.True(() => page.Column("Shards and entities", "Entity type").Count > 1, timeout: Patience);
        await Take(page, "cluster", 1150, width: 1250);
    }

    [PicturesFact]
    public async Task The_status_line_of_a_flood_and_of_a_blocked_thread()
    {
        foreach (var trouble in new[] { "rush", "block" })
        {
            using var shop = Shop();
            using var page = await Open(shop, "overview");
            await Cause(page, trouble);
            await Eventually.True(() => page.Cards.Any(card => card.Text.Contains("Why", StringComparison.Ordinal)), timeout: Patience);
            await Take(page, $"status-{trouble}", 560);
        }
    }

    [AllPicturesFact]
    public async Task All_views_in_all_widths_and_colours_with_few_and_many_types_in_trouble_and_at_rest()
    {
        using var shop = Shop(Troubled);
        using var page = await Open(shop, "overview");
        await Eventually.True(() => page.Column("Actors by type", "Actor type").Count > 3, timeout: Patience);
        await TakeAll(page, "rest");
        foreach (var trouble in new[] { "block", "rush", "failures", "restarts", "lost", "full", "mail" })
        {
            await Cause(page, trouble);
        }

        await Eventually.True(() => page.Cards.Count > 3, timeout: Patience);
        await TakeAll(page, "trouble");
        foreach (var types in new[] { 5, 26, 60, 120 })
        {
            await page.Replace(("overview", ManyTypes.Overview(types)), ("flow", ManyTypes.Flow(types)));
            await TakeAll(page, $"types-{types}", "overview", "map");
        }

        await page.Stage(_ => StagedAnswer.Never);
        await TakeAll(page, "loading", "lost", "failures");
        await page.Stage(_ => new StagedAnswer(401, ""));
        await TakeAll(page, "signed-out", "lost", "overview");
        await page.Stage(_ => StagedAnswer.Json("""{ "problem": "Too many requests at once." }""", 503, ("retry-after", "2")));
        await TakeAll(page, "busy", "lost");
    }

    // A process of its own, whose name stands in the picture.
    private static ProgramUnderTest Shop(params string[] more) =>
        ShopProcess.Start(["--urls", "http://127.0.0.1:0", "--Traffic:Rate=40", "--Traffic:Running=true", .. more]);

    private static async Task<BrowserPage> Open(ProgramUnderTest shop, string view) =>
        await BrowserPage.Open(new Uri($"{Regex.Match(await shop.Line(), @"http://\S+").Value}/akka/#/{view}"));

    private static async Task Cause(BrowserPage page, string trouble) => await page.Evaluate<bool>($"fetch('/trouble/{trouble}', {{ method: 'POST' }}), true");

    // As wide as documents show them, in the pixels of a finer screen; light and dark. A view is explained until it was seen once, so it is opened
    // twice.
    private static async Task Take(BrowserPage page, string name, int height, int width = 1000)
    {
        await page.Send("Emulation.setScrollbarsHidden", new { hidden = true });
        await page.Resize(width, height, mobile: false, scale: 1.5);
        var here = await page.Evaluate<string>("location.hash.slice(2)");
        await page.Go("settings");
        await Eventually.True(() => page.Has("heading", "Settings"));
        await page.Go(here);
        await Eventually.True(() => !page.All("status").Any(one => one.Text == "Loading …"));
        foreach (var (dark, end) in new[] { (false, ""), (true, "-dark") })
        {
            await page.Prefer(dark);
            await page.Evaluate<bool>("new Promise(done => setTimeout(done, 1500, true))");
            await page.Screenshot(FileOf(name + end));
        }

        Assert.Empty(page.Errors);
    }

    private static async Task TakeAll(BrowserPage page, string state, params string[] views)
    {
        foreach (var (width, height) in new[] { (1440, 900), (1024, 768), (390, 844) })
        {
            await page.Resize(width, height, mobile: false);
            foreach (var dark in new[] { false, true })
            {
                await page.Prefer(dark);
                foreach (var view in views.Length > 0 ? views : Views)
                {
                    await page.Go(view);
                    await page.Evaluate<bool>("new Promise(done => setTimeout(done, 1500, true))");
                    var name = $"{state}-{Regex.Replace(view, @"\W+", "_")}-{width}-{(dark ? "dark" : "light")}.png";
                    await page.Screenshot(Path.Combine(AllPicturesFactAttribute.Folder!, name));
                    Assert.True(await page.Evaluate<bool>("document.documentElement.scrollWidth <= innerWidth"), $"{name} is too wide");
                }
            }
        }
    }

    internal static string FileOf(string name) => Repo.PathOf($"docs/images/{name}.png");

    /// <summary>Types in six namespaces, which send to each other.</summary>
    private static class ManyTypes
    {
        private static readonly string[] Parts = ["Orders", "Billing", "Stock", "Delivery", "Mail", "Reports"];

        public static string Overview(int types) => $$"""
            { "actors": [{{string.Join(',', Enumerable.Range(0, types).Select(i => $$"""
                { "type": "{{Name(i)}}", "category": null, "namespace": "Company.Shop.{{Parts[i % 6]}}", "perSecond": {{5 * i}},
                  "waiting": {{(i % 9 == 0 ? 12 * i : 0)}}, "oldestSeconds": 0, "live": 1, "messages": 1, "failures": 0, "recentFailures": 0, "restarts": 0, "stashed": 0,
                  "wait": { "p50": null, "p95": null, "p99": null }, "work": { "p50": null, "p95": null, "p99": null } }
                """))}}] }
            """;

        public static string Flow(int types) => $$"""
            { "seconds": 60, "omitted": 0, "flows": [{{string.Join(',', Enumerable.Range(1, types - 1).Select(i => $$"""
                { "senderType": "{{Name(i / 3)}}", "messageType": "Message{{i}}", "receiverType": "{{Name(i)}}", "senderAddress": null, "category": null,
                  "messages": 600, "perSecond": {{3 + i}}, "failures": {{(i % 11 == 0 ? 60 : 0)}}, "waitSeconds": 0.002, "workSeconds": 0.001 }
                """))}}] }
            """;

        private static string Name(int i) => $"{Parts[i % 6]}{i}Actor";
    }
}
