using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// Takes the pictures in docs/images from the running sample: <c>PICTURES=1 dotnet test tests/WebApi.Tests --filter PicturesSpec</c>.
/// </summary>
[Collection(Alone.Name)]
public sealed class PicturesSpec
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(5);

    [PicturesFact]
    public async Task The_overview()
    {
        using var shop = Shop();
        using var page = await Open(shop, "overview");
        await page.Resize(1366, 900, mobile: false);

        // long enough for the curves of the last minutes to have a shape
        await Eventually.True(() => Regex.IsMatch(page.Text("node"), "up [2-9] min"), timeout: Patience);
        await page.Screenshot(FileOf("dashboard"));
        Assert.Empty(page.Errors);
    }

    [PicturesFact]
    public async Task A_trace()
    {
        using var shop = Shop();
        using var page = await Open(shop, "traces?order=slowest");
        await page.Resize(1366, 720, mobile: false);
        await Eventually.True(() => page.Hops.Count >= 5 && page.Traces.Count > 8, timeout: Patience);
        await page.Screenshot(FileOf("trace"));
        Assert.Empty(page.Errors);
    }

    [PicturesFact]
    public async Task The_status_line_of_a_flood_and_of_a_blocked_thread()
    {
        foreach (var trouble in new[] { "rush", "block" })
        {
            using var shop = Shop();
            using var page = await Open(shop, "overview");
            await page.Resize(1366, 300, mobile: false);
            await page.Evaluate<bool>($"fetch('/trouble/{trouble}', {{ method: 'POST' }}), true");
            await Eventually.True(() => page.Cards.Any(card => card.Text.Contains("Why", StringComparison.Ordinal)), timeout: Patience);
            await page.Screenshot(FileOf($"status-{trouble}"));
            Assert.Empty(page.Errors);
        }
    }

    // a process of its own, whose name stands in the picture
    private static ProgramUnderTest Shop() => ShopProcess.Start("--urls", "http://127.0.0.1:0", "--Traffic:Rate=40", "--Traffic:Running=true");

    private static async Task<BrowserPage> Open(ProgramUnderTest shop, string view) =>
        await BrowserPage.Open(new Uri($"{Regex.Match(await shop.Line(), @"http://\S+").Value}/akka/#/{view}"));

    internal static string FileOf(string name) => Repo.PathOf($"docs/images/{name}.png");
}
