using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// A page in a real browser whose server answers something else than figures: a sign-in, a refusal, a name that a script must not take for its
/// own.
/// </summary>
[Collection(Alone.Name)]
public sealed class SessionSpec(OpenShop open) : IClassFixture<OpenShop>
{
    private const string Refusal = """new Response('{"problem":"Enough for now."}', { status: 503, headers: { 'content-type': 'application/json', 'retry-after': '1' } })""";

    [ChromiumFact]
    public async Task A_sign_in_that_has_ended_is_said_so_with_a_link_to_a_new_one()
    {
        using var page = await open.Page("lost");
        foreach (var answer in new[]
        {
            "new Response('', { status: 401 })",
            "new Response('', { status: 403 })",
            "new Response('<html>Sign in</html>', { status: 200, headers: { 'content-type': 'text/html' } })",
            "await window.answered('/akka', { redirect: 'manual' })",
        })
        {
            await Answer(page, $"window.sent = args[1].headers['x-requested-with'], {answer}");
            await Eventually.Passes(() => Assert.Matches(@"^You are signed out\. The figures below arrived at .+ ago\.$", page.Text("lost")));
            Assert.Equal("XMLHttpRequest", await page.Evaluate<string>("window.sent"));
            Assert.Equal("Reload this page to sign in", await page.Evaluate<string>("document.querySelector('#signin:not([hidden]) a').textContent"));
            Assert.StartsWith("? shop on ", await page.Evaluate<string>("document.title"), StringComparison.Ordinal);
            await page.Evaluate<bool>("location.hash = '#/failures', true");
            await Eventually.Equal("Failures", () => page.Text("title"));
            await Eventually.True(() => page.Now<bool>("document.getElementById('loading').hidden"));
            await page.Evaluate<bool>("location.hash = '#/lost', window.fetch = window.answered, true");
            await Eventually.Equal("", () => page.Text("lost"));
            Assert.True(await page.Evaluate<bool>("document.getElementById('signin').hidden"));
        }

        await Answer(page, "new Response('<html>Bad gateway</html>', { status: 502 })");
        await Eventually.Passes(() => Assert.StartsWith("The server answers 502. ", page.Text("lost"), StringComparison.Ordinal));
    }

    [ChromiumFact]
    public async Task A_view_that_is_refused_leaves_the_status_line()
    {
        using var page = await open.Page("lost");
        await Answer(page, $"args[0].includes('status') ? window.answered(...args) : {Refusal}");

        // for as long as it is refused, and the figures are older than five seconds
        await Eventually.Passes(() =>
        {
            Assert.Matches(@"^Enough for now\. .+ ([6-9]|\d\d) s ago; trying again", page.Text("lost"));
            Assert.True(page.Now<bool>("document.getElementById('view').classList.contains('stale') && !document.body.classList.contains('stale')"));
            Assert.StartsWith("✓ shop on ", page.Now<string>("document.title"), StringComparison.Ordinal);
        });
    }

    [ChromiumFact]
    public async Task Types_that_are_named_like_the_members_of_every_object_are_on_the_map()
    {
        using var page = await open.Page("map");
        await Answer(page, $"args[0].includes('flow') ? {Flows("""["constructor", "__proto__"], ["__proto__", "toString"], ["toString", "constructor"]""")} : window.answered(...args)");
        await Eventually.Passes(() => Assert.Equal(["__proto__", "constructor", "toString"], page.Texts(".map .type title")
            .Order(StringComparer.Ordinal)));
        Assert.Equal(3, page.Texts(".map .edge").Count);
        Assert.Equal("", page.Text("lost"));

        // and so is a view that nobody has
        await page.Evaluate<bool>("location.hash = '#/constructor', true");
        await Eventually.Equal("Overview", () => page.Text("title"));
        await page.Evaluate<bool>("location.hash = '#/map?window=constructor', true");
        await Eventually.Equal("Map", () => page.Text("title"));
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task A_map_has_few_arrows_at_first_and_at_most_200_and_says_that_more_are_there()
    {
        using var page = await open.Page("map");
        await Answer(page, $"args[0].includes('flow') ? {Flows("""...Array.from({ length: 300 }, (_, i) => [`A${i % 20}`, `B${i}`])""")} : window.answered(...args)");
        await Eventually.Passes(() => Assert.Equal(60, page.Texts(".map .edge").Count));
        Assert.StartsWith("300 flows in the last 60 s, the busiest; 7 more were left out. ",
            page.Texts("#view > p.muted")[0], StringComparison.Ordinal);
        foreach (var button in new[] { "The map has the busiest 60 of 300 arrows. Show 200", "Show all 300" })
        {
            await page.Evaluate<bool>($"[...document.querySelectorAll('#view .more')].find(b => b.textContent === '{button}').click(), true");
        }

        await Eventually.Equal(200, () => page.Texts(".map .edge").Count);
        Assert.Contains("The map has the busiest 200 of 300 arrows. Show 60 only", page.Texts("#view .more"));
        Assert.Equal(300, page.Texts("tbody tr").Count);

        // the filter is the map's, too
        await page.Evaluate<bool>(
            "(i => { i.value = 'A7'; i.dispatchEvent(new Event('input')); return true; })(document.querySelector('[name=filter]'))");
        await Eventually.Equal(15, () => page.Texts(".map .edge").Count);
        Assert.Equal(15, page.Texts("#view tbody tr").Count);
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task A_view_that_cannot_be_drawn_is_no_lost_connection()
    {
        using var page = await open.Page("lost");
        await Answer(page, "args[0].includes('/lost') ? new Response('{\"rows\":[null]}') : window.answered(...args)");
        await Eventually.Passes(() => Assert.StartsWith("This view could not be drawn: ", page.Text("lost"), StringComparison.Ordinal));
        await page.Evaluate<bool>("window.fetch = window.answered, true");
        await Eventually.Equal("", () => page.Text("lost"));
    }

    [ChromiumFact]
    public async Task Two_causes_that_differ_only_by_message_are_two_rows()
    {
        using var page = await open.Page("lost");
        await Answer(
            page,
            """
            args[0].includes('diagnosis') ? new Response(JSON.stringify({ answer: 'Two.', unchecked: [], causes: ['One', 'Other'].map(m =>
              ({ kind: 'unhandled', actor: 'Clerk', path: '/user/clerk', what: `Clerk does not handle ${m}.`,
                certainty: 'certain', seconds: 1, evidence: [], next: '' })) })) : window.answered(...args)
            """);
        await Eventually.Passes(() => Assert.Equal(["Clerk does not handle One.", "Clerk does not handle Other."], page.Texts(".cause .because")));
    }

    /// <summary>The address comes from the other node.</summary>
    [ChromiumFact]
    public async Task A_node_that_is_away_comes_first_and_only_a_web_address_is_a_link_to_its_page()
    {
        using var page = await open.Page("lost");
        await Answer(
            page,
            """
            !args[0].includes('status') ? window.answered(...args) : new Response(JSON.stringify({ ...await (await window.answered(...args)).json(),
            cluster: true, health: 'degraded',
              counts: [{ kind: 'growing', description: '2 mailboxes with a backlog', count: 2 }],
              troubles: ['a', 'b'].map(n => ({ kind: 'growing', level: 'degraded', actor: 'Routee', path: `/user/pool/${n}`,
                what: '9 messages wait', seconds: 5, message: '', from: '', detail: '' })),
              others: ['javascript:alert(1)', 'http://127.0.0.1:9/akka/']
                .map((page, i) => ({ address: `akka.tcp://shop@there:${i}`, state: 'unreachable', ageSeconds: 9,
                unreachableSeconds: 7, health: null, troubles: [], page })) }))
            """);
        await Eventually.Passes(() => Assert.Equal(["Cluster", "Its page"], page.Texts("#status .node .next")));
        Assert.Equal(["#/cluster", "http://127.0.0.1:9/akka/"],
            await page.Evaluate<string[]>("[...document.querySelectorAll('#status .node .next')].map(a => a.getAttribute('href'))"));
        Assert.StartsWith("2 mailboxes with a backlog, 2 nodes out of reach", page.Texts(".verdict span")[1], StringComparison.Ordinal);
        Assert.All(page.Texts("#status .node .troubles .what"),
            what => Assert.Matches(@"^since \d+:\d\d:\d\d; its latest answer came at ", what));

        // the children of a pool are one row, below the nodes
        await page.Evaluate<bool>("document.querySelector('#status .more').click(), true");
        Assert.Equal(["there:0", "there:1", "Routee"], page.Texts("#status .card .who").Select(who => Regex.Match(who, "there:.|Routee").Value));
        Assert.Equal("2 actors, the worst: 9 messages wait", page.Texts("#status .card:last-child .troubles .what")[0]);
        Assert.Equal(["2"], page.Texts("#views .count:not([hidden]) > :first-child").Distinct());
    }

    [ChromiumFact]
    public async Task A_viewer_who_may_not_change_settings_has_no_form_for_it()
    {
        using var page = await BrowserPage.Open(open.Shop.View("settings"));
        await Eventually.True(() => page.Now<bool>("!document.querySelector('.forms').hidden"));
        await Answer(page, "args[0].includes('settings') ? new Response(JSON.stringify({ ...await (await window.answered(...args)).json(), token: '', mayChange: false })) : window.answered(...args)");
        await Eventually.True(() => page.Now<bool>("document.querySelector('.forms').hidden"));
        Assert.Contains(page.Texts("#view > p:not([hidden])"), text => text.Contains("ChangePolicy", StringComparison.Ordinal));
    }

    private static Task<bool> Answer(BrowserPage page, string answer) =>
        page.Evaluate<bool>($"window.answered ??= window.fetch, window.fetch = async (...args) => {{ return {answer}; }}, true");

    private static string Flows(string pairs) =>
        $"new Response(JSON.stringify({{ seconds: 60, omitted: 7, flows: [{pairs}].map(([sender, receiver]) => ({{ sender, receiver, message: 'M', address: null, messages: 60, perSecond: 1, failures: 0, waitSeconds: null, workSeconds: null }})) }}))";
}
