using System.Text.Json;
using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// The sample of a cluster: three real processes over TCP, a page on each, a trace over two of them, a killed node and a hot shard.
/// </summary>
public sealed class ClusterSampleSpec
{
    private static readonly Regex Gone = new(@"^(unreachable, latest answer|left the cluster) \d+ (s|min) ago$");
    private static readonly Regex Since = new(@"^for \d+ (s|min), since \d+:\d+");
    // At rest there are two orders a second, over twenty shards.
    private static readonly Regex HotShard = new(@": \d\d");

    [ChromiumFact]
    public async Task The_page_of_each_node_shows_all_nodes_also_one_that_was_killed_and_one_that_is_new()
    {
        using var sample = await ClusterSample.Start();
        var (front, other) = (new Uri(sample.Front, "akka/"), await sample.Dashboard(2));
        using var first = await BrowserPage.Open(new Uri(front, "#/cluster"));
        using var second = await first.Another(new Uri(other, "#/cluster"));
        BrowserPage[] pages = [first, second];
        foreach (var page in pages)
        {
            await Shows(page, states => states.Count(state => state == "answers") == 3);
        }

        // what is not looked at for a while asks less
        await second.Hide();
        await ATraceIsFoundOnAnyNode(first, front, other);

        await InfrastructureComesByOneSwitch(first, front);

        using var buttons = await first.Another(sample.Front);
        await Eventually.True(() => buttons.Texts("#nodes button").Count == 2, timeout: ClusterSample.Patience);
        await buttons.Click("hot");
        await Eventually.True(
            () => first.Column("Shards and entities", "busiest shards, messages/s").Any(shards => HotShard.IsMatch(shards)), () => "no shard is hot", ClusterSample.Patience);

        // each node diagnoses its own actors: more orders are sent to the hot item than it takes
        await Diagnosed(other, await sample.Dashboard(3), "StockActor", "overload");

        // the map of all nodes has what only another node sees
        Assert.DoesNotContain("StockActor", await Receivers(front, "flow"));
        await Eventually.True(async () => (await Receivers(front, "flow?nodes=all")).Contains("StockActor"), ClusterSample.Patience);

        // the node with the customers has no stock: another node's trouble is on its status line, also on a page that was opened afterwards
        await StatusLine(first, "/user/stock: ");
        using (var after = await first.Another(new Uri(front, "#/overview")))
        {
            await StatusLine(after, "/user/stock: ");
            // a trouble has lasted for a while before the card has since when
            await Eventually.Passes(() => Assert.Contains(after.Texts(".card .since"), since => Since.IsMatch(since.Trim())));
        }

        await second.Show();
        await buttons.Evaluate<bool>("document.querySelectorAll('#nodes button')[1].click(), true");
        foreach (var page in pages)
        {
            await Shows(page, states => states.Any(Gone.IsMatch));
        }

        // on a busy machine the cluster may already have given it up
        await Diagnosed(front, other, actor: "", "unreachable_node", "lost_node");

        // also on a page that is opened now
        using (var after = await first.Another(new Uri(other, "#/overview")))
        {
            await StatusLine(after, "Unreachable", "Lost node");
        }

        // until the cluster gives it up
        await Eventually.True(
            () => first.Cards.Any(card => card.Text.Contains("Unreachable", StringComparison.Ordinal))
                || first.Column("Nodes", "figures").Any(state => state.StartsWith("left the cluster", StringComparison.Ordinal)),
            timeout: ClusterSample.Patience);

        foreach (var page in pages)
        {
            await StatusLine(page, "Lost node");
        }

        await Eventually.True(() => buttons.Texts("#nodes button").Contains("Start node 3"), timeout: ClusterSample.Patience);
        await buttons.Evaluate<bool>("document.querySelectorAll('#nodes button')[1].click(), true");
        foreach (var page in pages)
        {
            await Shows(page, states => states.Count(state => state == "answers") == 3 && states.Count == 4);
            Assert.True(await page.Evaluate<bool>("document.querySelectorAll('#view td .muted').length > 0"));
            await page.Resize(390, 844);
            Assert.True(await page.Evaluate<bool>("document.documentElement.scrollWidth <= innerWidth"),
                "the view of the cluster is wider than a phone");
        }

        // A trace is not there until the other nodes have answered. On a slow machine the page gives up waiting for its own node, and says so.
        Assert.Empty(string.Join('\n', first.Errors.Where(error => !error.Contains("404", StringComparison.Ordinal)
            && !(error.Contains("net::ERR_", StringComparison.Ordinal) && error.Contains("/api/v1/", StringComparison.Ordinal)))));
    }

    private static async Task<IReadOnlyList<string?>> Receivers(Uri node, string question)
    {
        using var client = new HttpClient();
        var map = await ReadApi.Ask(client, new Uri(node, $"api/v1/{question}"));
        return [.. map.GetProperty("flows").EnumerateArray().Select(flow => flow.GetProperty("receiverType").GetString())];
    }

    // First or second, on the one node or on the other.
    private static async Task Diagnosed(Uri one, Uri other, string actor, params string?[] oneOf)
    {
        using var client = new HttpClient();
        var found = "";
        async Task<bool> IsDiagnosed()
        {
            var causes = new List<(string? Kind, string? Actor)>();
            foreach (var node in new[] { one, other })
            {
                var answer = await ReadApi.Ask(client, new Uri(node, "api/v1/diagnosis"));
                causes.AddRange(answer.GetProperty("causes").EnumerateArray().Take(2)
                    .Select(cause => (cause.GetProperty("kind").GetString(), cause.GetProperty("actorType").GetString())));
            }

            found = string.Join(", ", causes);
            return causes.Exists(cause => cause.Actor == actor && oneOf.Contains(cause.Kind));
        }

        try
        {
            await Eventually.True(IsDiagnosed, ClusterSample.Patience);
        }
        catch (TimeoutException e)
        {
            throw new TimeoutException($"The causes are {found}.", e);
        }
    }

    // An order goes from the node with the customers to the one that has its shard.
    private static async Task InfrastructureComesByOneSwitch(BrowserPage first, Uri front)
    {
        using var page = await first.Another(new Uri(front, "#/overview"));
        await Eventually.True(() => Types(page).Contains("CustomerActor"), () => string.Join(", ", Types(page)), ClusterSample.Patience);
        Assert.DoesNotContain("ShardRegion", Types(page));
        await page.Press("button", "Infrastructure");
        await Eventually.True(() => Types(page).Contains("ShardRegion"), () => string.Join(", ", Types(page)));

        // it stays on in the other views
        await page.Go("map");
        await Eventually.True(() => OnTheMap(page).Contains("ShardRegion"), () => string.Join(", ", OnTheMap(page)), ClusterSample.Patience);
        await page.Press("button", "Infrastructure");
        await Eventually.True(() => OnTheMap(page) is { Count: > 0 } types && !types.Contains("ShardRegion"), () => string.Join(", ", OnTheMap(page)));

        static IReadOnlyList<string> Types(BrowserPage page) => page.Column("Actors by type", "Actor type");
        static List<string> OnTheMap(BrowserPage page) => [.. page.Texts(".map .type title").Select(title => title.Split(',')[0])];
    }

    private static async Task ATraceIsFoundOnAnyNode(BrowserPage browser, Uri front, Uri other)
    {
        using var here = await browser.Another(new Uri(front, "#/traces?order=latest"));
        await Eventually.True(() => here.Traces.Count > 0, timeout: ClusterSample.Patience);
        await here.Traces[0].Click();
        await Eventually.True(() => here.Texts(".hop .node").Distinct()
            .Count() == 2, () => $"hops are of {string.Join(", ", here.Texts(".hop .node"))}", ClusterSample.Patience);
        await Eventually.Passes(() => Assert.Superset(new HashSet<string> { "OrderActor", "StockActor" }, here.Texts(".hop b").ToHashSet()),
            ClusterSample.Patience);

        // the dashboard of another node, which may have no part of it, finds it by its id
        var id = await here.Evaluate<string>("location.hash.split('id=')[1]");
        using var there = await browser.Another(new Uri(other, $"#/traces?id={id}"));
        await Eventually.Passes(() => Assert.Equal(here.Texts(".hop"), there.Texts(".hop")), ClusterSample.Patience);
    }

    // On a busy machine other troubles may come first: then it is behind the button for the rest.
    private static Task StatusLine(BrowserPage page, params string[] oneOf) => Eventually.Passes(
        () =>
        {
            var lines = page.Cards.Select(card => card.Text).ToList();
            if (!lines.Any(line => oneOf.Any(trouble => line.Contains(trouble, StringComparison.Ordinal))))
            {
                page.All("button").FirstOrDefault(
                    button => button.Name.StartsWith("Show ", StringComparison.Ordinal) && button.Name.EndsWith(" more", StringComparison.Ordinal))
                    ?.Click().GetAwaiter().GetResult();
                throw new InvalidOperationException($"the status line is {string.Join(" | ", lines)}");
            }
        },
        ClusterSample.Patience);

    private static Task Shows(BrowserPage page, Func<IReadOnlyList<string>, bool> expected) => Eventually.True(
        () => expected(page.Column("Nodes", "figures")),
        () => $"the page shows {string.Join(" | ", page.Texts("#view tbody tr"))}",
        ClusterSample.Patience);
}
