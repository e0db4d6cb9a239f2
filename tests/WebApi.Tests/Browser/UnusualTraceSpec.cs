namespace AkkaInstrumentation.Tests;

/// <summary>A trace beside what is usual for its actor types, with the log lines where they were written; and one that nobody has.</summary>
[Collection(ShopAtRest.Name)]
public sealed class UnusualTraceSpec(OpenShop open)
{
    private const string Id = "0123456789abcdef0123456789abcdef";

    [ChromiumFact]
    public async Task Times_far_above_the_usual_stand_out_and_log_lines_are_in_the_waterfall()
    {
        using var page = await open.Page("logs");
        static string Hop(string id, int wait, int work, string parent, int start) => $$"""
            { "id": "{{id}}", "parentId": {{parent}}, "depth": 0, "node": null, "isMessage": true, "name": "{{id}}", "messageType": "Part", "startUs": {{start}}, "stashUs": 0,
              "waitUs": {{wait}}, "workUs": {{work}}, "errorType": null, "directive": null, "links": [], "attributes": [["akka.actor.type", "Worker"]] }
            """;
        var trace = $$"""
            { "id": "{{Id}}", "startedAt": "2026-01-02T12:00:00Z", "durationUs": 20000, "failed": false, "whole": true, "omitted": 0, "nodes": [],
              "hops": [{{Hop("usual", 5_000, 900, "null", 5_000)}}, {{Hop("late", 9_000, 10_000, "null", 9_000)}}, {{Hop("timed", 1_000, 100, "\"usual\"", 8_000)}}],
              "lines": [{ "at": "2026-01-02T12:00:00.015Z", "spanId": "late", "level": "Error", "category": "Shop", "text": "line of late", "failed": true }] }
            """;
        await page.Stage(request => request.View switch
        {
            "trace" => StagedAnswer.Json(trace),
            "overview" => StagedAnswer.Json(
                """{ "actors": [{ "type": "Worker", "wait": { "p95": { "us": 4000, "above": false } }, "work": { "p95": { "us": 100, "above": false } } }] }"""),
            _ => null,
        });
        await page.Go($"traces?id={Id}");
        await Eventually.Equal(3, () => page.Hops.Count);
        var (usual, late, timed) = (page.Hops[0], page.Hops[1], page.Hops[2]);

        // more than twice the usual, and a millisecond at least
        string Title(PageElement hop) => hop.Get<string>("this.title");
        Assert.Contains("longer than usual", Title(late), StringComparison.Ordinal);
        Assert.DoesNotContain("longer than usual", Title(usual), StringComparison.Ordinal);

        // between the end of its cause and its arrival it waited in no mailbox
        Assert.Contains("arrived 1.10 ms after its cause had ended", Title(timed), StringComparison.Ordinal);
        Assert.Equal(["29.5", "5.5"], timed.Get<string[]>("(d => [d.style.left, d.style.width].map(parseFloat).map(String))(this.querySelector('.delay'))"));
        Assert.Equal(["75", "line of late"], late.Get<string[]>("(l => [String(parseFloat(l.style.left)), l.title])(this.querySelector('.line.bad'))"));
        Assert.True(usual.Get<bool>("!this.querySelector('.line')"));
        await late.Click();
        await Eventually.Passes(() => Assert.Contains("9.00 ms; 95 % of its type: ≤ 4.00 ms", page.The("region", "Hop").Text, StringComparison.Ordinal));
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task A_trace_that_nobody_has_is_said_so_and_is_no_error()
    {
        using var page = await open.Page("lost");
        await page.Stage(request => request.View == "traces"
            ? StagedAnswer.Json("""{ "sampled": true, "limited": false, "taken": 0, "traces": [], "actorTypes": [], "messageTypes": [], "roots": [] }""")
            : request.View == "trace" ? StagedAnswer.Json("""{ "id": "0", "startedAt": "2026-01-02T12:00:00Z", "durationUs": 0, "hops": [], "lines": [], "nodes": [] }""") : null);
        await page.Go($"traces?id={Id}");
        await Eventually.True(() => page.Has("heading", "This trace is not kept here"));
        Assert.Empty(string.Join("\n", page.Errors));
    }
}
