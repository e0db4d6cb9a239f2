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
        await Eventually.Equal("shop", () => page.Text("system"));
        await Eventually.Equal("", () => page.Text("lost"));

        // as a busy server sends the age of an answer
        await page.Evaluate<bool>("(fetch => { window.answered = fetch; window.fetch = async (...a) => new Response((await fetch(...a)).body, { headers: { age: '17' } }); return true; })(window.fetch)");
        await Eventually.Equal("These figures are 17 s old: the application is busy.", () => page.Text("lost"));
        Assert.Equal("1", await page.Evaluate<string>(
            "Promise.all(document.getAnimations().map(a => a.finished)).then(() => getComputedStyle(document.querySelector('.panel')).opacity)"));
        await page.Evaluate<bool>("window.fetch = window.answered, true");
        await Eventually.Equal("", () => page.Text("lost"));

        // somebody comes back after a day, and no answer has come yet
        await page.Evaluate<bool>(
            "window.held = [], window.fetch = (...a) => new Promise(then => window.held.push(() => then(window.answered(...a)))), true");
        await Eventually.True(() => page.Now<bool>("window.held.length > 0"));
        await page.Evaluate<bool>("(now => { Date.now = () => now() + 864e5; return dispatchEvent(new Event('visibilitychange')); })(Date.now)");
        Assert.Matches(@"^The figures below arrived at .+, 24 h 0 min ago; asking again\.$", page.Text("lost"));
        Assert.StartsWith("? shop on ", await page.Evaluate<string>("document.title"), StringComparison.Ordinal);
        await page.Evaluate<bool>("window.fetch = window.answered, window.held.forEach(go => go()), true");
        await Eventually.Equal("", () => page.Text("lost"));
        await Eventually.Passes(() =>
            Assert.StartsWith("✓ shop on ", page.Now<string>("document.title"), StringComparison.Ordinal));

        // an answer that does not come is no reason to look healthy
        await page.Evaluate<bool>("window.fetch = () => new Promise(() => { }), true");
        await Eventually.Passes(() => Assert.Matches(@"^The figures below arrived at .+, \d+ s ago; asking again\.$", page.Text("lost")));
        Assert.StartsWith("? shop on ", await page.Evaluate<string>("document.title"), StringComparison.Ordinal);

        // also for somebody who looks at the end of the page
        await page.Resize(390, 500);
        Assert.True(await page.Evaluate<bool>("scrollTo(0, 1e6), scrollY > 500 && (b => b.top >= 0 && b.bottom <= innerHeight)(document.getElementById('lost').getBoundingClientRect())"));
        await page.Evaluate<bool>("window.fetch = window.answered, dispatchEvent(new Event('visibilitychange')), true");
        await Eventually.Equal("", () => page.Text("lost"));

        await shop.DisposeAsync();
        await Eventually.Passes(() =>
            Assert.Matches(@"^Connection lost\. The figures below arrived at .+, \d+ s ago; trying again\.$", page.Text("lost")));

        // the page has been hidden for six minutes while the shop starts again at its address; then it is shown again
        await page.Hide();
        await page.Evaluate<bool>("(now => { performance.now = () => now.call(performance) + 36e4; return true; })(performance.now)");
        await using var again = await ShopUnderTest.StartAndOpen($"--urls={shop.Address}");
        Assert.StartsWith("Connection lost.", page.Text("lost"), StringComparison.Ordinal);
        await page.Show();
        await Eventually.Equal("", () => page.Text("lost"));
        Assert.False(await page.Evaluate<bool>("document.body.classList.contains('stale')"));
    }
}
