using Xunit.Abstractions;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// The dashboard of both samples, with trouble, against the rules of axe-core for accessible pages:
/// <c>AXE=/path/to/axe.min.js dotnet test tests/WebApi.Tests --filter AxeSpec</c>.
/// </summary>
[Collection(Alone.Name)]
public sealed class AxeSpec(ITestOutputHelper output)
{
    private static readonly (string Name, int Width, int Height, bool Dark)[] Looks =
        [("light", 1366, 900, false), ("dark", 1366, 900, true), ("phone", 390, 844, false)];

    [AxeFact]
    public async Task No_view_of_the_shop_in_trouble_breaks_a_rule()
    {
        await using var shop = await ShopUnderTest.StartAndOpen("--Trouble:Lasts=01:00:00", "--Traffic:Rate=30", "--Traffic:Running=true");
        foreach (var trouble in new[] { "block", "rush", "failures", "restarts", "lost", "full" })
        {
            using var response = await shop.Client.PostAsync($"/trouble/{trouble}", content: null);
            response.EnsureSuccessStatusCode();
        }

        using var page = await BrowserPage.Open(shop.View("overview"));
        await Eventually.True(() => page.Cards.Count > 3, timeout: TimeSpan.FromMinutes(1));
        await Keeps(page, ["overview", "map", "type?name=PrinterActor", "actors", "mailboxes", "timeline", "failures",
            "traces", "traces?order=failed", "threads", "lost", "logs", "settings"]);
    }

    [AxeFact]
    public async Task The_clusters_view_and_a_trace_of_two_nodes_break_no_rule()
    {
        using var sample = await ClusterSample.Start();
        using var page = await BrowserPage.Open(new Uri(sample.Front, "akka/#/cluster"));
        await Eventually.True(() => page.Column("Nodes", "figures").Count(state => state == "answers") == 3, timeout: ClusterSample.Patience);
        await Keeps(page, ["cluster", "traces"]);
    }

    private async Task Keeps(BrowserPage page, string[] views)
    {
        await page.Evaluate<bool>($"{await File.ReadAllTextAsync(AxeFactAttribute.Script!)}\n;true");
        var broken = new List<string>();
        foreach (var (name, width, height, dark) in Looks)
        {
            await page.Resize(width, height, mobile: width < 600);
            await page.Prefer(dark);
            foreach (var view in views)
            {
                await page.Evaluate<bool>($"location.hash = '#/{view}', true");
                await Eventually.True(() => page.Now<bool>("document.querySelectorAll('#view *').length > 9"), timeout: TimeSpan.FromMinutes(1));
                var found = await page.Evaluate<string[]>(
                    "axe.run().then(r => r.passes.length < 9 ? ['nothing was checked'] : r.violations.map(v => `${v.id}: ${v.help} at ${v.nodes.slice(0, 4).map(n => n.target.join(' ')).join(', ')}`))");
                output.WriteLine($"{view}, {name}: {(found.Length == 0 ? "none" : string.Join("; ", found))}");
                broken.AddRange(found.Select(rule => $"{view}, {name}: {rule}"));
            }
        }

        Assert.Empty(broken);
    }
}
