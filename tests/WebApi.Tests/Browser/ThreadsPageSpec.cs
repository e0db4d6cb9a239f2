namespace AkkaInstrumentation.Tests;

/// <summary>The view of threads and the question before a change, in a shop at rest.</summary>
[Collection(ShopAtRest.Name)]
public sealed class ThreadsPageSpec(OpenShop open)
{
    private const string Field = "Spans a second, 0 for no limit";

    [ChromiumFact]
    public async Task The_process_stands_beside_its_threads()
    {
        using var page = await open.Page("threads");
        await Eventually.Passes(() => Assert.Equal(
            ["Processors", "Memory", "Pauses of the garbage collector", "Threads of the pool"], page.Charts.Select(chart => chart.Name.Split(',')[0])));
        Assert.True(page.Has("table", "Dispatchers") || page.Has("region", "Dispatchers"));
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task A_change_is_asked_for_once_with_its_cost_and_undone_by_one_click()
    {
        using var page = await open.Page("settings");
        await Ask(page);
        await page.Press("button", "Cancel");
        Assert.Null(Budget());

        await Ask(page);
        await page.Press("button", "Apply");
        await Eventually.Equal(77, Budget);
        const string What = "tracing.sampling.budget is 77, was off (reference.conf)";
        await Eventually.Passes(() => Assert.Contains(What, page.Column("Changes on this page", "what")));
        await page.Press("button", $"Undo {What}");
        await Eventually.Equal(null, Budget);
        Assert.Empty(page.Errors);

        double? Budget() => open.Shop.Dashboard("settings")
            .GetProperty("budget") is { ValueKind: System.Text.Json.JsonValueKind.Number } budget ? budget.GetDouble() : null;
    }

    private static async Task Ask(BrowserPage page)
    {
        await Eventually.True(() => page.Has("textbox", Field));
        await page.Fill(Field, "77");
        await page.Press("Enter");
        await Eventually.Passes(() =>
        {
            var question = page.The("group", "Change this?").Text;
            Assert.Contains("tracing.sampling.budget: off → 77", question, StringComparison.Ordinal);
            Assert.Matches(@"At most 77 spans a second, with [\d.,k ]+ messages a second now\.", question);
            Assert.Equal("Apply", page.Now<string>("document.activeElement.textContent"));
        });
    }
}
