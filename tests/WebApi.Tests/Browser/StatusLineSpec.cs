namespace AkkaInstrumentation.Tests;

/// <summary>One number and one word for one thing: in the title, the verdict, the cards, the figures and the charts of a page in a browser.</summary>
[Collection(ShopAtRest.Name)]
public sealed class StatusLineSpec(OpenShop open)
{
    [ChromiumFact]
    public async Task Of_more_actors_than_the_answer_names_the_number_is_that_of_all()
    {
        var troubles = string.Join(',', Enumerable.Range(0, 20).Select(i => Late($"/user/clerks/{i}")));
        using var page = await Overview(("status", $$"""
            { "health": "degraded", "worst": "degraded", "count": 25, "counts": [{ "kind": "late", "description": "25 actors with old messages", "count": 25 }],
              "troubles": [{{troubles}}] }
            """), BrowserPage.NoCauses);
        await Eventually.Passes(() => Assert.StartsWith("▲ Degraded 25 actors with old messages", page.Verdict, StringComparison.Ordinal));
        await Eventually.Passes(() => Assert.StartsWith("▲25 shop on ", page.TabTitle, StringComparison.Ordinal));
        var card = Assert.Single(page.Cards).Text;
        Assert.Contains("25 actors, the worst: the oldest message has waited 20 s, 9 wait", card, StringComparison.Ordinal);
        Assert.Contains("/user/clerks/2 and 22 more", card, StringComparison.Ordinal);
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task A_card_has_the_exceptions_text_what_is_counted_says_when_it_clears_and_what_has_ended_stays_for_a_while()
    {
        using var page = await Overview(
            ("status", $$"""
            { "health": "degraded", "worst": "degraded", "count": 1, "counts": [{ "kind": "failing", "description": "1 kind of failure repeats", "count": 1 }],
              "troubles": [{{Late("/user/clerk", "restarting", "20 restarts in 60 s", "12", "48")}}],
              "ended": [{ "kind": "lost", "level": "degraded", "actorType": "Bank", "subject": "/user/bank", "description": "90 Bill lost in 60 s: no handler takes it", "count": 1,
                "startedAt": "2026-01-02T20:17:53Z", "endedAt": "2026-01-02T20:19:00Z" }] }
            """),
            BrowserPage.NoCauses,
            ("failures", """
            { "rows": [{ "actorType": "Clerk", "errorType": "Shop.Broken", "messageType": "Bill", "asked": null, "text": "The ink is dry", "thrownIn": "Clerk.Write", "lastMinute": 20,
              "failures": 20, "firstSeconds": 50, "latestSeconds": 1, "actorPath": "/user/clerk", "traceId": null, "traceKept": false }] }
            """));
        await Eventually.Passes(() => Assert.Contains("latest 12 s ago, clears in 48 s", Assert.Single(page.Cards).Text, StringComparison.Ordinal));
        await Eventually.Passes(() => Assert.Contains("Shop.Broken: The ink is dry", page.Cards[0].Text, StringComparison.Ordinal));
        Assert.Contains("after 67 s: Lost messages Bank, 90 Bill lost in 60 s: no handler takes it", page.The("list", Ended).Text, StringComparison.Ordinal);

        // Only the first screen has it.
        await page.Go("failures");
        await Eventually.True(() => !page.Has("list", Ended));
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task A_healthy_system_beside_others_in_trouble_has_their_colour_and_a_word_for_itself()
    {
        using var page = await Overview(
            ("status", $$"""
            { "health": "healthy", "worst": "unhealthy", "count": 0, "counts": [], "troubles": [], "ended": [],
              "systems": [{ "system": "billing", "health": "unhealthy", "count": 3, "troubles": [{{Late("/user/bills", "growing", "200000 messages wait")}}] }] }
            """),
            BrowserPage.NoCauses);
        await Eventually.Passes(() => Assert.StartsWith(
            "✕ Healthy here Nothing is wrong with this one; the actor system billing is unhealthy This one by ", page.Verdict, StringComparison.Ordinal));
        await Eventually.Passes(() => Assert.StartsWith("✕ shop on ", page.TabTitle, StringComparison.Ordinal));
        var status = page.The("region", "Status").Text;
        Assert.Contains("This page shows the actor system shop. Also in this process: billing (unhealthy).", status, StringComparison.Ordinal);
        Assert.Contains("Backlog /user/bills: 200000 messages wait. This page does not show that actor system.", Assert.Single(page.Cards).Text, StringComparison.Ordinal);
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task A_cause_without_a_threshold_is_no_alert_its_evidence_opens_and_its_button_leads_somewhere()
    {
        using var page = await Overview(
            ("status", """{ "health": "healthy", "worst": "healthy", "count": 0, "counts": [], "troubles": [], "systems": [], "ended": [] }"""),
            ("diagnosis", """
            { "summary": "One.", "unchecked": [], "causes": [
              { "kind": "ask_timeout", "description": "Asks time out.", "certainty": "possible", "actorType": "", "subject": "", "durationSeconds": 5, "evidence": ["one fact", "two", "three", "four"], "nextStep": "Look." },
              { "kind": "of-a-later-version", "description": "Something else.", "certainty": "possible", "actorType": "", "subject": "", "durationSeconds": null, "evidence": ["other fact"], "nextStep": "Look there." }] }
            """));
        await Eventually.Equal(2, () => page.Cards.Count);
        Assert.StartsWith("✓ Healthy No alert yet, but 2 things look unusual By ", page.Verdict, StringComparison.Ordinal);
        Assert.Equal(
            ["#/traces?order=failed", "#/timeline"],
            page.Cards.Select(card => card.All("link").First(link => link.Name is "Failed traces" or "Timeline").Get<string>("this.getAttribute('href')")));

        // the first is open, with three pieces of evidence; the other opens
        Assert.Equal(["one fact", "two", "three"], page.Cards[0].All("list", "Evidence")[0].All("listitem").Select(one => one.Text.Trim()));
        Assert.DoesNotContain("other fact", page.Cards[1].Text, StringComparison.Ordinal);
        await page.Cards[1].All("button", "Evidence")[0].Click();
        await Eventually.Passes(() => Assert.Contains("other fact", page.Cards[1].Text, StringComparison.Ordinal));
        Assert.Equal(2, page.Names("button").Count(name => name.StartsWith("Copy for the incident: ", StringComparison.Ordinal)));
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task Figures_and_charts_have_one_now_and_an_unknown_age_is_a_dash()
    {
        using var page = await Overview(("history", """{ "now": { "waiting": 36, "oldestUs": null } }"""));
        await Eventually.Passes(() => Assert.Contains("waiting36oldest –", Figures(page)[1].Text, StringComparison.Ordinal));
        await Figures(page)[1].Click();
        await Eventually.Equal(6, () => page.Charts.Count);
        Assert.Contains(": in all mailboxes 36, highest ", page.Charts[1].Name, StringComparison.Ordinal);
        Assert.Contains(": oldest that waits –, highest ", page.Charts[3].Name, StringComparison.Ordinal);
        Assert.Empty(page.Errors);
    }

    private const string Ended = "Ended in the last five minutes";

    private static IReadOnlyList<PageElement> Figures(BrowserPage page) => page.The("list", "Figures").All("button");

    private static string Late(
        string subject, string kind = "late", string description = "the oldest message has waited 20 s, 9 wait", string latest = "null", string clears = "null") => $$"""
        { "kind": "{{kind}}", "level": "degraded", "actorType": "Clerk", "subject": "{{subject}}", "description": "{{description}}", "durationSeconds": 20, "messageType": "",
          "from": "", "detail": "", "latestSeconds": {{latest}}, "clearsSeconds": {{clears}}, "count": {{(kind == "late" ? 25 : 1)}} }
        """;

    // The page's own answers, with some of their parts replaced.
    private async Task<BrowserPage> Overview(params (string View, string Parts)[] parts)
    {
        var page = await open.Page("overview");
        await page.Resize(1366, 900, mobile: false);
        await page.Replace(parts);
        return page;
    }
}
