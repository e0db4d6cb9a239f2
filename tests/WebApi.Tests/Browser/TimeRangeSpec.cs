namespace AkkaInstrumentation.Tests;

/// <summary>A part of the history is chosen in a chart, by mouse or keys, and is that of all views.</summary>
[Collection(Alone.Name)]
public sealed class TimeRangeSpec(BusyShop open) : IClassFixture<BusyShop>
{
    [ChromiumFact]
    public async Task A_drag_in_a_chart_chooses_a_time_for_the_whole_page()
    {
        using var page = await Overview();

        // what comes above the charts moves them away from the mouse: then once more
        await Eventually.True(async () =>
        {
            await page.Evaluate<bool>("document.querySelector('.plot').scrollIntoView({ block: 'center' }), true");
            var plot = await page.Evaluate<double[]>("(b => [b.left, b.top, b.width])(document.querySelector('.plot svg').getBoundingClientRect())");
            await page.Mouse("mousePressed", plot[0] + (.4 * plot[2]), plot[1] + 20);
            await page.Mouse("mouseMoved", plot[0] + (.8 * plot[2]), plot[1] + 20);
            var isMarked = await page.Evaluate<bool>("[...document.querySelectorAll('.selection')].every(area => area.getAttribute('d'))");
            await page.Mouse("mouseReleased", plot[0] + (.8 * plot[2]), plot[1] + 20);
            return isMarked;
        });

        // 40 % of five minutes
        await Eventually.Passes(() => Assert.InRange(Chosen(page)[1] - Chosen(page)[0], 118, 124));
        var chosen = Chosen(page);
        await Eventually.Passes(() => Assert.Equal(page.Texts(".chart:first-child .axis span")[0] + " to "
            + page.Texts(".chart:first-child .axis span")[^1] + " Back to now", page.Text("time")));

        // another view has it too, also one in a new tab
        await page.Evaluate<bool>("location.hash = '#/logs', true");
        await Eventually.Passes(() => Assert.Equal(chosen, Chosen(page)));
        using (var other = await page.Another(open.Shop.View($"timeline?from={chosen[0]}&to={chosen[1]}")))
        {
            await Eventually.Passes(() => Assert.Equal(page.Text("time"), other.Text("time")));
        }

        await page.Evaluate<bool>("document.querySelector('#time a').click(), true");
        await Eventually.Equal("#/logs?range=5m", () => page.Now<string>("location.hash"));
        await page.Evaluate<bool>("location.hash = '#/overview', true");
        await Eventually.Passes(() =>
        {
            Assert.Equal("5 min", page.Texts(".chart:first-child .axis span")[0]);
            Assert.True(page.Now<bool>("document.getElementById('time').hidden"));
        });
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task Keys_choose_a_time_and_a_click_chooses_none()
    {
        using var page = await Overview();
        await page.Evaluate<bool>("document.querySelector('.plot svg').focus(), true");
        await page.Press("Enter");
        foreach (var _ in Enumerable.Range(0, 6))
        {
            await page.Press("ArrowLeft");
        }

        await page.Press("Enter");
        await Eventually.Passes(() => Assert.InRange(Chosen(page)[1] - Chosen(page)[0], 30, 32));

        await page.Evaluate<bool>("location.hash = '#/overview?range=5m', true");
        await Eventually.Equal("#/overview?range=5m", () => page.Now<string>("location.hash"));
        var plot = await page.Evaluate<double[]>("(b => [b.left + 9, b.top + 9])(document.querySelector('.plot svg').getBoundingClientRect())");
        await page.Mouse("mousePressed", plot[0], plot[1]);
        await page.Mouse("mouseReleased", plot[0] + 1, plot[1]);
        Assert.Equal("#/overview?range=5m", await page.Evaluate<string>("location.hash"));
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task Troubles_and_changes_of_settings_are_marks_in_the_charts()
    {
        using var page = await Overview();
        await page.Evaluate<bool>("""
            window.answered = window.fetch, window.fetch = async (...args) => {
              const answer = await window.answered(...args);
              if (!args[0].includes('timeline')) return answer;
              const at = s => new Date(Date.now() - 1000 * s).toISOString(), late = { kind: 'late', level: 'degraded', actor: 'BankActor', path: '/user/bank', what: '', count: 1 };
              return new Response(JSON.stringify({ findings: [{ ...late, since: at(60), ended: null }, { ...late, since: at(200), ended: at(100) }, { ...late, kind: 'restarting', level: 'unhealthy', since: at(30), ended: null }, { ...late, since: at(9000), ended: at(8000) }], changes: [{ at: at(90), what: 'the ratio is 0.5' }] }));
            }, true
            """);
        await Eventually.Passes(() =>
        {
            var events = page.Texts(".events li");
            Assert.StartsWith("Restart loop BankActor, ", events[^2], StringComparison.Ordinal);
            Assert.StartsWith("Old messages BankActor, 2 times, ", events[^1], StringComparison.Ordinal);
            Assert.EndsWith(" to now", events[^1], StringComparison.Ordinal);
            Assert.EndsWith(" the ratio is 0.5", events[^3], StringComparison.Ordinal);
        });
        foreach (var mark in new[] { "degraded", "unhealthy", "changed" })
        {
            Assert.True(await page.Evaluate<bool>($"[...document.querySelectorAll('.chart path.mark.{mark}')].every(path => path.getAttribute('d'))"),
                mark);
        }

        Assert.Empty(page.Errors);
    }

    private async Task<BrowserPage> Overview()
    {
        var page = await BrowserPage.Open(open.Shop.View("overview"));
        await Eventually.True(() => page.Texts(".chart .c-traffic").Count > 0 && page.Texts(".chart:first-child .axis span").Count > 2);
        return page;
    }

    private static double[] Chosen(BrowserPage page) =>
        page.Now<double[]>("(p => [Number(p.get('from')), Number(p.get('to'))])(new URLSearchParams(location.hash.split('?')[1]))");
}
