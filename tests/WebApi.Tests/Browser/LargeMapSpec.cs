namespace AkkaInstrumentation.Tests;

/// <summary>The map of an application with many types, and the figures of what is chosen in it.</summary>
[Collection(Alone.Name)]
public sealed class LargeMapSpec(OpenShop open) : IClassFixture<OpenShop>
{
    // 60 types and 120 arrows; of the messages to the first one, one in 6,000 fails, of those to the second, one in ten.
    private const string Many = """
        window.answered = window.fetch, window.fetch = async (...args) => {
          if (!args[0].includes('/flow')) return window.answered(...args);
          const flows = Array.from({ length: 120 }, (_, i) => ({ sender: `Shop${i % 60}Actor`, message: `Message${i}`, receiver: `Shop${(i * 7 + (i < 60 ? 1 : 4)) % 60}Actor`, address: null, category: null, messages: 6000, perSecond: 200 - i, failures: [1, 600][i] ?? 0, waitSeconds: .002, workSeconds: .001 }));
          return new Response(JSON.stringify({ seconds: 60, omitted: 0, flows }));
        }, location.hash = '#/map', true
        """;

    // 120 types in 12 namespaces; each type sends to one of its own and to one of the next namespace.
    private const string Spaces = """
        window.answered = window.fetch, window.fetch = async (...args) => {
          const flow = (i, to) => ({ sender: `Shop${i}Actor`, message: 'Go', receiver: `Shop${to % 120}Actor`, address: null, category: null, messages: 60, perSecond: 1, failures: 0, waitSeconds: .002, workSeconds: .001 });
          const all = Array.from({ length: 60 }, (_, i) => i);
          if (args[0].includes('/flow')) return new Response(JSON.stringify({ seconds: 60, omitted: 0, flows: [...all.map(i => flow(i, i + 12)), ...all.map(i => flow(60 + i, 61 + i))] }));
          if (args[0].includes('/overview')) return new Response(JSON.stringify({ actors: Array.from({ length: 120 }, (_, i) => ({ type: `Shop${i}Actor`, namespace: `Company.Shop.Part${i % 12}` })) }));
          return window.answered(...args);
        }, location.hash = '#/map', true
        """;

    [ChromiumFact]
    public async Task One_failure_in_thousands_is_not_red_and_one_in_ten_is_a_share()
    {
        using var page = await Map();
        Assert.Contains("The map has the busiest 60 of 120 arrows. Show all", page.Texts("#view .more"));
        Assert.Equal(["✕ 10 %"], page.Texts(".map .edge.bad text"));
        Assert.Contains("Shop0Actor to Shop1Actor: 200/s, 1 failed: < 0.1 %\nMessage0", page.Texts(".map .edge.ok title"));
        Assert.Contains("✕ 600: 10 %", page.Texts("td.hit"));
        Assert.DoesNotContain("✕ 1: < 0.1 %", page.Texts("td.hit"));
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task The_figures_of_a_chosen_type_stand_beside_the_map()
    {
        using var page = await Map();
        await page.Evaluate<bool>("document.querySelector('.map .type[data-type=Shop8Actor]').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })), true");
        Assert.Equal("#/map", await page.Evaluate<string>("location.hash"));
        Assert.Equal(["Shop8Actor"], page.Texts(".side-panel h4"));
        Assert.Equal("failures600: 5.0 %", page.Texts(".side-panel div").Single(fact => fact.StartsWith("failures", StringComparison.Ordinal)));
        Assert.Equal(["Its figures", "Its traces", "Its failures"], page.Texts(".side-panel a"));
        Assert.All(page.Texts(".map .edge.chosen title"), title => Assert.Contains("Shop8Actor", title, StringComparison.Ordinal));
        await page.Evaluate<bool>("document.querySelector('.map svg').focus(), true");
        await page.Press("Escape");
        Assert.True(await page.Evaluate<bool>("document.querySelector('.side-panel').hidden"));
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task Of_more_types_than_can_be_read_those_of_one_namespace_are_one_box_until_it_is_opened()
    {
        using var page = await Map(Spaces);
        string[] boxes = [.. Enumerable.Range(0, 12).Select(i => $"Part{i}, 10 types").Order(StringComparer.Ordinal)];
        Assert.Equal(boxes, page.Texts(".map .type text").Order(StringComparer.Ordinal));
        Assert.Equal(120, await page.Evaluate<int>("Number(document.querySelector('#view [role=status]').textContent.split(' ')[0])"));

        await page.Evaluate<bool>("[...document.querySelectorAll('.map .space')].find(b => b.textContent.startsWith('Part3,')).focus(), true");
        await page.Press("Enter");
        await Eventually.Equal(11 + 10, () => page.Texts(".map .type text").Count);
        Assert.Contains("Shop3Actor", page.Texts(".map .type text"));

        await page.Evaluate<bool>("[...document.querySelectorAll('#view .more')].find(b => b.textContent === 'Fold all namespaces').click(), true");
        await Eventually.Equal(12, () => page.Texts(".map .type text").Count);
        Assert.Empty(page.Errors);
    }

    private Task<BrowserPage> Map() => Map(Many, least: 50);

    private async Task<BrowserPage> Map(string answers, int least = 5)
    {
        var page = await open.Page("lost");
        await page.Evaluate<bool>(answers);
        await Eventually.True(() => page.Texts(".map .edge").Count > least);
        return page;
    }
}
