namespace AkkaInstrumentation.Tests;

/// <summary>One number and one word for one thing: in the title, the verdict, the cards, the tiles and the charts of a page in a browser.</summary>
[Collection(Alone.Name)]
public sealed class StatusLineSpec(OpenShop open) : IClassFixture<OpenShop>
{
    private const string Late =
        """
        { kind: 'late', level: 'degraded', actor: 'Clerk', what: 'the oldest message has waited 20 s, 9 wait', seconds: 20, message: '', from: '', detail: '',
          latestSeconds: null, clearsSeconds: null, count: 25 }
        """;

    [ChromiumFact]
    public async Task Of_more_actors_than_the_answer_names_the_number_is_that_of_all()
    {
        using var page = await Overview($$"""
            status: { health: 'degraded', worst: 'degraded', count: 25, counts: [{ kind: 'late', description: '25 actors with old messages', count: 25 }],
              troubles: [...Array(20).keys()].map(i => ({ ...{{Late}}, path: `/user/clerks/${i}` })) }
            """);
        await Eventually.Passes(() => Assert.Equal("▲Degraded25 actors with old messages", page.Texts(".verdict")[0].Split(" by ")[0]));
        Assert.StartsWith("▲25 shop on ", await page.Evaluate<string>("document.title"), StringComparison.Ordinal);
        Assert.Equal(["25 actors, the worst: the oldest message has waited 20 s, 9 wait"], page.Texts("#status .troubles .what"));
        Assert.EndsWith(" and 22 more", page.Texts("#status .card .path")[0], StringComparison.Ordinal);
        await Picture(page, "numbers");
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task What_is_counted_says_when_it_clears_and_what_has_ended_stays_for_a_while()
    {
        using var page = await Overview($$"""
            status: { health: 'degraded', worst: 'degraded', count: 1, counts: [{ kind: 'failing', description: '1 kind of failure repeats', count: 1 }],
              troubles: [{ ...{{Late}}, kind: 'failing', path: '/user/clerk', what: '20 failures in 60 s: Shop.Broken', count: 1, latestSeconds: 12, clearsSeconds: 48 }],
              ended: [{ kind: 'lost', level: 'degraded', actor: 'Bank', path: '/user/bank', what: '90 Bill lost in 60 s: no handler takes it', count: 1,
                since: new Date(2026, 0, 2, 20, 17, 53).toISOString(), ended: new Date(2026, 0, 2, 20, 19, 0).toISOString() }] }
            """);
        await Eventually.Passes(() => Assert.EndsWith("latest 12 s ago, clears in 48 s", page.Texts("#status .troubles .what")[0], StringComparison.Ordinal));
        Assert.Equal(["Ended 20:19:00 after 67 s: Lost messages Bank, 90 Bill lost in 60 s: no handler takes it"], page.Texts(".ended-lately li"));
        await Picture(page, "ended");

        // Only the first screen has it.
        await page.Evaluate<bool>("location.hash = '#/failures', true");
        await Eventually.True(() => page.Now<bool>("document.querySelector('.ended-lately').hidden"));
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task A_healthy_system_beside_others_in_trouble_has_their_colour_and_a_word_for_itself()
    {
        using var page = await Overview("""
            status: { health: 'healthy', worst: 'unhealthy', count: 0, counts: [], troubles: [],
              systems: [{ system: 'billing', health: 'unhealthy', count: 3, troubles: [{ kind: 'growing', level: 'unhealthy', actor: 'Bill', path: '/user/bills', what: '200000 messages wait', seconds: 9 }] }] },
            diagnosis: { answer: '', causes: [], unchecked: [] }
            """);
        await Eventually.Passes(() => Assert.Equal("✕Healthy hereNothing is wrong with this one; the actor system billing is unhealthy", page.Texts(".verdict")[0].Split(" This one by ")[0]));
        Assert.StartsWith("✕ shop on ", await page.Evaluate<string>("document.title"), StringComparison.Ordinal);
        Assert.Equal(["actor system billing"], page.Texts("#status .card .path"));
        Assert.Contains("This page shows the actor system shop. Also in this process: billing (unhealthy).", page.Text("status"), StringComparison.Ordinal);
        Assert.Contains("Backlog /user/bills: 200000 messages wait. This page does not show that actor system.", page.Text("status"), StringComparison.Ordinal);
        await Picture(page, "systems");
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task A_cause_without_a_threshold_is_no_alert_and_its_button_leads_somewhere()
    {
        using var page = await Overview("""
            status: { health: 'healthy', worst: 'healthy', count: 0, counts: [], troubles: [], systems: [], ended: [] },
            diagnosis: { answer: 'One.', unchecked: [], causes: [
              { kind: 'ask_timeout', what: 'Asks time out.', certainty: 'possible', actor: '', path: '', seconds: 5, evidence: ['one'], next: 'Look.' },
              { kind: 'of-a-later-version', what: 'Something else.', certainty: 'possible', actor: '', path: '', seconds: 5, evidence: ['one'], next: 'Look.' }] }
            """);
        await Eventually.Passes(() => Assert.Equal(["this node", "this node"], page.Texts("#status .card .path")));
        Assert.Equal("✓HealthyNo alert yet, but 2 things look unusual", page.Texts(".verdict")[0].Split(" by ")[0]);
        Assert.Equal(["#/traces?order=failed", "#/timeline"],
            await page.Evaluate<string[]>("[...document.querySelectorAll('#status .card .next')].map(a => a.getAttribute('href'))"));
        await Picture(page, "unusual");
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task Tiles_and_charts_have_one_now_and_an_unknown_age_is_a_dash()
    {
        using var page = await Overview("history: { now: { ...answer.now, waiting: 36, oldest: null } }");
        await Eventually.Passes(() => Assert.Equal("36", page.Texts(".tiles li:nth-child(2) .big")[0]));
        Assert.Equal("oldest –", page.Texts(".tiles li:nth-child(2) .note")[0]);
        Assert.Equal("36", page.Texts(".chart:nth-child(2) .legend .num:not(.muted)")[0]);
        Assert.Equal("–", page.Texts(".chart:nth-child(4) .legend .num:not(.muted)")[0]);
        Assert.Equal(page.Texts(".tiles li:nth-child(1) .big")[0], page.Texts(".chart:nth-child(1) .legend .num:not(.muted)")[0]);
        await Picture(page, "now");
        Assert.Empty(page.Errors);
    }

    // The page's own answers, with some of their parts replaced.
    private async Task<BrowserPage> Overview(string parts)
    {
        var page = await open.Page("overview");
        await page.Resize(1366, 900, mobile: false);
        await page.Evaluate<bool>($$"""
            window.answered ??= window.fetch, window.fetch = async (...args) => {
              const view = /v1\/(\w+)/.exec(args[0])?.[1], real = await window.answered(...args);
              if (!['status', 'history', 'diagnosis'].includes(view)) return real;
              const answer = await real.json(), parts = { {{parts}} };
              return new Response(JSON.stringify({ ...answer, ...parts[view] }));
            }, true
            """);
        return page;
    }

    private static Task Picture(BrowserPage page, string name) =>
        Environment.GetEnvironmentVariable("PICTURES_TO") is { Length: > 0 } folder ? page.Screenshot(Path.Combine(folder, $"{name}.png")) : Task.CompletedTask;
}
