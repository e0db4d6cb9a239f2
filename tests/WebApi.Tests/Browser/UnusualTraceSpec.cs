namespace AkkaInstrumentation.Tests;

/// <summary>A trace beside what is usual for its actor types, with the log lines where they were written.</summary>
[Collection(Alone.Name)]
public sealed class UnusualTraceSpec(OpenShop open) : IClassFixture<OpenShop>
{
    [ChromiumFact]
    public async Task Times_far_above_the_usual_stand_out_and_log_lines_are_in_the_waterfall()
    {
        using var page = await open.Page("logs");
        await page.Evaluate<bool>("""
            import(document.querySelector('script').src.replace('app.js', 'waterfall.js')).then(({ drawWaterfall, drawHop }) => {
              const hop = (id, wait, work, parent = null, start = wait) => ({ id, parent, depth: 0, start, actor: true, name: 'Worker', message: 'Part', stash: 0, wait, work, links: [], attributes: [['akka.actor.type', 'Worker']] });
              const line = (span, ms, failed) => ({ span, time: new Date(1e12 + ms).toISOString(), level: 'Error', text: `line of ${span}`, failed });
              const trace = { at: new Date(1e12).toISOString(), total: 20000, usual: new Map([['Worker', { wait: 4000, work: 100 }]]), hops: [hop('usual', 5000, 900), hop('late', 9000, 10000), hop('timed', 1000, 100, 'usual', 8000)], lines: [line('late', 15, true)] }, root = document.getElementById('about');
              root.hidden = false;
              drawWaterfall(root, trace, () => {}, new Set(), () => {});
              const facts = document.body.appendChild(document.createElement('div'));
              facts.id = 'facts';
              drawHop(facts, trace, trace.hops[1]);
              return true;
            })
            """);

        // more than twice the usual, and a millisecond at least
        Assert.Equal(["9.00 ms", "10.0 ms"], page.Texts("#about .over"));

        // between the end of its cause and its arrival it waited in no mailbox
        Assert.Equal("[\"timed\",\"29.5%\",\"5.5%\"]", await page.Evaluate<string>(
            "JSON.stringify([...document.querySelectorAll('#about .delay')].flatMap(d => [d.closest('.hop').dataset.hop, `${parseFloat(d.style.left)}%`, `${parseFloat(d.style.width)}%`]))"));
        Assert.Contains("arrived 1.10 ms after its cause had ended",
            await page.Evaluate<string>("document.querySelector('#about [data-hop=timed]').title"), StringComparison.Ordinal);
        Assert.Equal(["75%", "line of late"],
            await page.Evaluate<string[]>("(l => [l.style.left, l.title])(document.querySelector('#about [data-hop=late] .line.bad'))"));
        Assert.Empty(page.Texts("#about [data-hop=usual] .line"));
        Assert.Contains("9.00 ms; 95 % of its type: ≤ 4.00 ms", page.Texts("#facts dd"));
        Assert.Empty(page.Errors);
    }
}
