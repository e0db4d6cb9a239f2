namespace AkkaInstrumentation.Tests;

/// <summary>The view of threads and the question before a change, in a shop at rest.</summary>
[Collection(Alone.Name)]
public sealed class ThreadsPageSpec(OpenShop open) : IClassFixture<OpenShop>
{
    [ChromiumFact]
    public async Task Busy_threads_beside_busy_processors_have_a_meaning()
    {
        using var page = await open.Page("threads");
        await page.Evaluate<bool>(
            "(async () => { window.threads = await import(document.querySelector('script').src.replace('app.js', 'dispatchers.js')); })(), true");
        await Eventually.True(() => page.Now<bool>("!!window.threads"));
        foreach (var (busy, meaning) in new[]
        {
            ("6.5, 0.2", "The handlers hold threads and wait"), ("6.5, 0.2, 5", "wait for processors that others use"),
                ("6.5, 0.2, null", "It is held back"), ("6.5, 0.2, 0.3", "The handlers hold threads and wait"), ("2, 1.8", "The handlers compute"),
                ("0.1, 1.9", "Most of the work is outside of handlers"), ("0.1, 0.1", "Both are low"),
        })
        {
            Assert.Contains(meaning, await page.Evaluate<string>($"threads.meaning({busy}).words"), StringComparison.Ordinal);
        }

        await Eventually.Passes(() =>
            Assert.Equal(["Processors", "Memory", "Pauses of the garbage collector", "Threads of the pool"], page.Texts(".chart b")));
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task A_change_is_asked_for_once_with_its_cost_and_undone_by_one_click()
    {
        using var page = await BrowserPage.Open(open.Shop.View("settings"));
        await Eventually.Passes(() => Assert.True(page.Now<bool>("document.querySelector('[name=budget]').matches(':enabled')"), "The page has no answer yet."));
        await Ask(page);
        await page.Evaluate<bool>("document.querySelector('.question button:not(.main)').click(), true");
        Assert.Null(Budget());

        await Ask(page);
        await page.Evaluate<bool>("document.querySelector('.question .main').click(), true");
        await Eventually.Equal(77, Budget);
        await Eventually.True(() => page.Texts("td[data-label=what]").Contains("tracing.sampling.budget is 77, was off (reference.conf)"));
        await page.Evaluate<bool>("document.querySelector('td[data-label=undo] button').click(), true");
        await Eventually.Equal(null, Budget);
        Assert.Empty(page.Errors);

        double? Budget() => open.Shop.Dashboard("settings")
            .GetProperty("budget") is { ValueKind: System.Text.Json.JsonValueKind.Number } budget ? budget.GetDouble() : null;
    }

    private static async Task Ask(BrowserPage page)
    {
        await page.Evaluate<bool>("(i => { i.value = '77'; i.dispatchEvent(new Event('input')); i.form.requestSubmit(); return true; })(document.querySelector('[name=budget]'))");
        await Eventually.Passes(() =>
        {
            Assert.Equal(["tracing.sampling.budget: off → 77"], page.Texts(".question b"));
            Assert.Matches(@"^At most 77 spans a second, with [\d.,k]+ messages a second now\.$", page.Texts(".question p").Single());
            Assert.Equal("Apply", page.Now<string>("document.activeElement.textContent"));
        });
    }
}
