namespace AkkaInstrumentation.Tests;

/// <summary>A page in a real browser whose server answers something else than figures: a sign-in, a refusal, nothing at all.</summary>
[Collection(ShopAtRest.Name)]
public sealed class SessionSpec(OpenShop open)
{
    public static TheoryData<int, string> SignIns => new() { { 401, "" }, { 403, "" }, { 200, "<html>Sign in</html>" }, { 302, "" } };

    [ChromiumTheory]
    [MemberData(nameof(SignIns))]
    public async Task A_sign_in_that_has_ended_is_said_so_with_a_link_to_a_new_one_that_comes_back_to_the_view(int status, string body)
    {
        using var page = await open.Page("lost");
        var sent = "";
        await page.Stage(request =>
        {
            sent = request.Header("x-requested-with");
            return new StagedAnswer(status, body, status == 302 ? ("location", "/sign-in") : ("content-type", "text/html"));
        });
        await Eventually.Passes(() => Assert.Matches(@"^You are signed out\. The figures below arrived at .+ ago\.$", page.Warning));
        Assert.Equal("XMLHttpRequest", sent);
        await Eventually.Passes(() => Assert.StartsWith("? shop on ", page.TabTitle, StringComparison.Ordinal));
        await page.Go("failures?actor=Clerk");
        await Eventually.Equal("Failures", () => page.Title);
        await Eventually.True(() => !page.All("status").Any(one => one.Text == "Loading …"));

        // after the sign-in the address has no view any more; a page that gets real answers before has no such link
        await page.Evaluate<bool>("window.isBefore = true");
        await page.Press("link", "Reload this page to sign in");
        await Eventually.True(() => page.Now<bool>("!window.isBefore"));
        await page.Unstage();
        await Eventually.Passes(() => Assert.Equal(("Failures", "#/failures?actor=Clerk"), (page.Title, page.Now<string>("location.hash"))));
    }

    [ChromiumFact]
    public async Task What_is_no_sign_in_is_the_servers_answer()
    {
        using var page = await open.Page("lost");
        await page.Stage(_ => new StagedAnswer(502, "<html>Bad gateway</html>", ("content-type", "text/html")));
        await Eventually.Passes(() => Assert.StartsWith("The server answers 502. ", page.Warning, StringComparison.Ordinal));
    }

    [ChromiumFact]
    public async Task A_view_that_is_refused_leaves_the_status_line()
    {
        using var page = await open.Page("lost");
        await page.Stage(request => request.View == "status" ? null : StagedAnswer.Json("""{ "problem": "Enough for now." }""", 503, ("retry-after", "1")));

        // for as long as it is refused, and the figures are older than five seconds
        await Eventually.Passes(() =>
        {
            Assert.Matches(@"^The application is too busy to answer this page\. .+ ([6-9]|\d\d) s ago; trying again", page.Warning);
            Assert.True(page.Now<bool>("document.getElementById('view').classList.contains('stale') && !document.querySelector('main').classList.contains('stale')"));
            Assert.StartsWith("✓ shop on ", page.TabTitle, StringComparison.Ordinal);
        });
    }

    [ChromiumFact]
    public async Task A_view_that_nobody_has_is_the_overview_also_one_that_every_object_has()
    {
        using var page = await open.Page("map");
        foreach (var (view, title) in new[] { ("constructor", "Overview"), ("map?window=constructor", "Map"), ("__proto__", "Overview"), ("logs?level=toString", "Logs") })
        {
            await page.Go(view);
            await Eventually.Equal(title, () => page.Title);
        }

        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task A_map_has_few_arrows_at_first_and_at_most_200_and_says_that_more_are_there()
    {
        using var page = await open.Page("lost");
        var flows = Enumerable.Range(0, 300).Select(i => $$"""
            { "senderType": "A{{i % 20}}", "receiverType": "B{{i}}", "messageType": "M", "senderAddress": null, "category": null, "messages": 60, "perSecond": 1, "failures": 0,
              "waitSeconds": null, "workSeconds": null }
            """);
        await page.Replace(("flow", $$"""{ "seconds": 60, "omitted": 7, "flows": [{{string.Join(',', flows)}}] }"""));
        await page.Go("map");
        await Eventually.Equal(60, () => Arrows(page));
        Assert.Contains(page.All("status"), one => one.Text.StartsWith("300 flows in the last 60 s, the busiest; 7 more were left out. ", StringComparison.Ordinal));
        await page.Press("button", "The map has the busiest 60 of 300 arrows. Show 200");
        await page.Press("button", "Show all 300");
        await Eventually.Equal(200, () => Arrows(page));
        Assert.True(page.Has("button", "The map has the busiest 200 of 300 arrows. Show 60 only"));
        Assert.Equal(300, page.Column("Flows", "to").Count);

        // the filter is the map's, too
        await page.Fill("Type or message contains", "A7");
        await Eventually.Equal(15, () => Arrows(page));
        Assert.Equal(15, page.Column("Flows", "to").Count);
        Assert.Empty(page.Errors);

        static int Arrows(BrowserPage page) => page.Names("button").Count(name => name.Contains(" → ", StringComparison.Ordinal));
    }

    [ChromiumFact]
    public async Task A_view_that_cannot_be_drawn_is_no_lost_connection()
    {
        using var page = await open.Page("lost");
        await page.Stage(request => request.View == "lost" ? StagedAnswer.Json("""{ "rows": [null], "latest": [] }""") : null);
        await Eventually.Passes(() => Assert.StartsWith("This view could not be drawn: ", page.Warning, StringComparison.Ordinal));
        await page.Unstage();
        await Eventually.Equal("", () => page.Warning);
    }

    /// <summary>The address comes from the other node.</summary>
    [ChromiumFact]
    public async Task A_node_that_is_away_comes_first_and_only_a_web_address_is_a_link_to_its_page()
    {
        using var page = await open.Page("lost");
        await page.Replace(("status", """
            { "cluster": true, "health": "degraded", "worst": "degraded", "counts": [{ "kind": "growing", "description": "2 mailboxes with a backlog", "count": 2 }],
              "troubles": [
                { "kind": "growing", "level": "degraded", "actorType": "Routee", "subject": "/user/pool/a", "description": "9 messages wait", "durationSeconds": 5, "from": "", "detail": "", "count": 2 },
                { "kind": "growing", "level": "degraded", "actorType": "Routee", "subject": "/user/pool/b", "description": "9 messages wait", "durationSeconds": 5, "from": "", "detail": "", "count": 2 }],
              "others": [
                { "address": "akka.tcp://shop@there:0", "state": "unreachable", "ageSeconds": 9, "unreachableSeconds": 7, "health": null, "troubles": [], "page": "javascript:alert(1)" },
                { "address": "akka.tcp://shop@there:1", "state": "unreachable", "ageSeconds": 9, "unreachableSeconds": 7, "health": null, "troubles": [], "page": "http://127.0.0.1:9/akka/" }] }
            """), BrowserPage.NoCauses);
        await Eventually.Passes(() => Assert.StartsWith("▲ Degraded 2 mailboxes with a backlog, 2 nodes out of reach", page.Verdict, StringComparison.Ordinal));
        await page.Press("button", "Show 1 more");
        await Eventually.Equal(3, () => page.Cards.Count);
        Assert.Equal(
            [("Cluster", "#/cluster"), ("Its page", "http://127.0.0.1:9/akka/"), ("Its figures", "#/type?name=Routee")],
            page.Cards.Select(card => card.All("link")[^1]).Select(link => (link.Name, link.Get<string>("this.getAttribute('href')"))));
        Assert.Matches(@"since \d+:\d\d:\d\d; its latest answer came at ", page.Cards[0].Text);

        // the children of a pool are one card, below the nodes
        Assert.Contains("2 actors, the worst: 9 messages wait", page.Cards[2].Text, StringComparison.Ordinal);
        Assert.True(page.Has("link", "Mailboxes2 troubles")
            || page.Names("link").Any(name => name.StartsWith("Mailboxes", StringComparison.Ordinal) && name.EndsWith("2 troubles", StringComparison.Ordinal)));
    }

    [ChromiumFact]
    public async Task A_viewer_who_may_not_change_settings_has_no_form_for_it()
    {
        using var page = await open.Page("settings");
        await Eventually.True(() => page.Has("group", "Change settings"));
        await page.Replace(("settings", """{ "token": "", "mayChange": false }"""));
        await Eventually.True(() => !page.Has("group", "Change settings"));
        Assert.Contains("Read only. You lack the right to change settings.", await page.Evaluate<string>("document.querySelector('main').textContent"), StringComparison.Ordinal);
    }
}
