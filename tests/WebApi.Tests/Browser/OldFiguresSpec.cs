namespace AkkaInstrumentation.Tests;

/// <summary>A page in a real browser whose figures are old, and which shows that.</summary>
[Collection(Alone.Name)]
public sealed class OldFiguresSpec
{
    [ChromiumFact]
    public async Task A_page_shows_how_old_its_figures_are_and_goes_on_when_the_shop_is_back()
    {
        var shop = await ShopUnderTest.StartAndOpen();
        using var page = await BrowserPage.Open(shop.View("overview"));
        await Eventually.True(() => page.Verdict.Length > 0 && page.Warning.Length == 0);

        // as a busy server sends the age of an answer
        await page.Stage(request => StagedAnswer.Json(request.Real().GetAwaiter().GetResult().ToJsonString(), headers: ("age", "17")));
        await Eventually.Equal("These figures are 17 s old: the application is busy.", () => page.Warning);
        await page.Unstage();
        await Eventually.Equal("", () => page.Warning);

        // somebody comes back after a day, and no answer has come yet
        await page.Stage(_ => StagedAnswer.Never);
        await Eventually.True(() => page.Asked.Count > 0);
        await page.Evaluate<bool>("(now => { Date.now = () => now() + 864e5; return dispatchEvent(new Event('visibilitychange')); })(Date.now)");
        await Eventually.Passes(() => Assert.Matches(@"^The figures below arrived at .+, 24 h 0 min ago; asking again\.$", page.Warning));
        await Eventually.Passes(() => Assert.StartsWith("? shop on ", page.TabTitle, StringComparison.Ordinal));
        await page.Unstage();
        await Eventually.Equal("", () => page.Warning);
        await Eventually.Passes(() => Assert.StartsWith("✓ shop on ", page.TabTitle, StringComparison.Ordinal));

        // an answer that does not come is no reason to look healthy
        await page.Stage(_ => StagedAnswer.Never);
        await Eventually.Passes(() => Assert.Matches(@"^The figures below arrived at .+, \d+ s ago; asking again\.$", page.Warning));
        await Eventually.Passes(() => Assert.StartsWith("? shop on ", page.TabTitle, StringComparison.Ordinal));

        // also for somebody who looks at the end of the page
        await page.Resize(390, 500);
        await page.Evaluate<bool>("scrollTo(0, 1e6), true");
        await Eventually.Passes(() =>
        {
            Assert.True(page.Now<double>("scrollY") > 300);
            Assert.InRange(page.All("alert")[0].Box[1], 0, 500);
        });
        await page.Unstage();
        await page.Evaluate<bool>("dispatchEvent(new Event('visibilitychange')), true");
        await Eventually.Equal("", () => page.Warning);

        await shop.DisposeAsync();
        await Eventually.Passes(() => Assert.Matches(@"^Connection lost\. The figures below arrived at .+, \d+ s ago; trying again\.$", page.Warning));

        // the page has been hidden for six minutes while the shop starts again at its address; then it is shown again
        await page.Hide();
        await page.Evaluate<bool>("(now => { performance.now = () => now.call(performance) + 36e4; return true; })(performance.now)");
        await using var again = await ShopUnderTest.StartAndOpen($"--urls={shop.Address}");
        Assert.StartsWith("Connection lost.", page.Warning, StringComparison.Ordinal);
        await page.Show();
        await Eventually.Equal("", () => page.Warning);
        Assert.False(await page.Evaluate<bool>("!!document.querySelector('.stale')"));
    }
}
