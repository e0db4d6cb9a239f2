namespace AkkaInstrumentation.Tests;

/// <summary>A part of the history is chosen in a chart, by mouse or keys, and is that of all views.</summary>
[Collection(ShopAtWork.Name)]
public sealed class TimeRangeSpec(BusyShop open)
{
    private static readonly string Seven = string.Join(", ", Enumerable.Repeat(7, 12));
    private static readonly string[] Lines =
    [
        "perSecond", "failures", "restarts", "waiting", "oldestUs", "waitP95Us", "workP95Us", "processors", "gcPauses", "memoryBytes", "heapBytes",
        "poolThreads",
    ];

    // A minute of history, which a shop that has just been opened does not have.
    private static readonly string Minute = $$"""{ "steps": [{ "step": 5, "age": 2, {{string.Join(", ", Lines.Select(line => $"\"{line}\": [{Seven}]"))}} }] }""";

    [ChromiumFact]
    public async Task A_drag_in_a_chart_chooses_a_time_for_the_whole_page()
    {
        using var page = await Charts();

        // what comes above the charts moves them away from the mouse: then once more
        await Eventually.True(async () =>
        {
            var plot = page.Charts[0].Get<double[]>("(this.scrollIntoView({ block: 'center' }), (b => [b.left, b.top, b.width])(this.querySelector('.u-over').getBoundingClientRect()))");
            await page.Mouse("mousePressed", plot[0] + (.4 * plot[2]), plot[1] + 20);
            await page.Mouse("mouseMoved", plot[0] + (.6 * plot[2]), plot[1] + 20);
            await page.Mouse("mouseMoved", plot[0] + (.8 * plot[2]), plot[1] + 20);
            await page.Mouse("mouseReleased", plot[0] + (.8 * plot[2]), plot[1] + 20);
            return page.Now<string>("location.hash").Contains("from=", StringComparison.Ordinal);
        });

        // 40 % of five minutes
        Assert.InRange(Chosen(page)[1] - Chosen(page)[0], 112, 128);
        var chosen = Chosen(page);
        await Eventually.True(() => page.Has("link", "Back to now"));
        await Eventually.Passes(() => Assert.Matches(@"Processors, \d+:\d\d:\d\d to \d+:\d\d:\d\d: ", page.Charts[0].Name));

        // another view has it too, also one in a new tab
        await page.Go("logs");
        await Eventually.Passes(() => Assert.Equal(chosen, Chosen(page)));
        using (var other = await page.Another(open.Shop.View($"timeline?from={chosen[0]}&to={chosen[1]}")))
        {
            await Eventually.True(() => other.Has("link", "Back to now"));
        }

        await page.Press("link", "Back to now");
        await Eventually.Equal("#/logs?range=5m", () => page.Now<string>("location.hash"));
        await page.Go("threads");
        await Eventually.Passes(() =>
        {
            Assert.Contains(", last 5 minutes: ", page.Charts[0].Name, StringComparison.Ordinal);
            Assert.False(page.Has("link", "Back to now"));
        });
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task Keys_choose_a_time_and_a_click_chooses_none()
    {
        using var page = await Charts();
        await page.Replace(("history", Minute));
        await Eventually.Passes(() => Assert.Contains("highest 7", page.Charts[0].Name, StringComparison.Ordinal));
        await page.Charts[0].Focus();
        await page.Press("Enter");
        foreach (var _ in Enumerable.Range(0, 3))
        {
            await page.Press("ArrowLeft");
        }

        await page.Press("Enter");

        // the last point is now, the others are five seconds from each other
        await Eventually.Passes(() => Assert.InRange(Chosen(page)[1] - Chosen(page)[0], 8, 24));

        await page.Go("threads?range=5m");
        await Eventually.Passes(() => Assert.Contains(", last 5 minutes: ", page.Charts[0].Name, StringComparison.Ordinal));
        var plot = page.Charts[0].Box;
        await page.Mouse("mousePressed", plot[0] + 90, plot[1] + 30);
        await page.Mouse("mouseReleased", plot[0] + 91, plot[1] + 30);
        Assert.Equal("#/threads?range=5m", await page.Evaluate<string>("location.hash"));
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task Troubles_and_changes_of_settings_are_named_at_the_charts_and_are_lanes_on_the_timeline()
    {
        using var page = await Charts();
        var now = DateTime.UtcNow;
        string At(int seconds) => now.AddSeconds(-seconds).ToString("O", System.Globalization.CultureInfo.InvariantCulture);
        string Finding(string kind, string level, int from, int? to) => $$"""
            { "kind": "{{kind}}", "level": "{{level}}", "actorType": "BankActor", "subject": "/user/bank", "description": "it was", "count": 1, "startedAt": "{{At(from)}}",
              "endedAt": {{(to is { } end ? $"\"{At(end)}\"" : "null")}} }
            """;
        await page.Replace(("timeline", $$"""
            { "findings": [{{Finding("late", "degraded", 60, null)}}, {{Finding("late", "degraded", 200, 100)}}, {{Finding("restarting", "unhealthy", 30, null)}},
              {{Finding("late", "degraded", 9_000, 8_000)}}], "changes": [{ "at": "{{At(90)}}", "what": "the ratio is 0.5" }] }
            """));
        await Eventually.Passes(() =>
        {
            var events = page.The("list", "What happened").All("listitem").Select(one => one.Text).ToList();
            Assert.StartsWith("Restart loop BankActor, ", events[^2], StringComparison.Ordinal);
            Assert.StartsWith("Old messages BankActor, 2 times, ", events[^1], StringComparison.Ordinal);
            Assert.EndsWith(" to now", events[^1], StringComparison.Ordinal);
            Assert.EndsWith(" the ratio is 0.5", events[^3], StringComparison.Ordinal);
        });

        await page.Go("timeline?range=5m");
        await Eventually.Passes(() =>
        {
            var bars = page.The("list", "Lanes").All("button").Select(bar => bar.Name).ToList();
            Assert.Equal(4, bars.Count);
            Assert.Equal(3, bars.Count(bar => bar.StartsWith("Old messages BankActor, ", StringComparison.Ordinal)));
            Assert.Contains(bars, bar => bar.StartsWith("Restart loop BankActor, ", StringComparison.Ordinal) && bar.EndsWith(" to now: it was", StringComparison.Ordinal));
            Assert.Equal(2, page.Column("What has been wrong", "ended").Count(ended => ended == "still open"));
        });
        Assert.Empty(page.Errors);
    }

    private async Task<BrowserPage> Charts()
    {
        var page = await open.Page("threads");
        await Eventually.Equal(4, () => page.Charts.Count);
        return page;
    }

    private static double[] Chosen(BrowserPage page) =>
        page.Now<double[]>("(p => [Number(p.get('from')), Number(p.get('to'))])(new URLSearchParams(location.hash.split('?')[1]))");
}
