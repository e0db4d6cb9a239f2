namespace AkkaInstrumentation.Tests;

/// <summary>The map of flows in a real browser: with the mouse, with keys, and where it leads.</summary>
[Collection(Alone.Name)]
public sealed class FlowMapSpec
{
    private const string Place = "document.querySelector('.map svg > g').getAttribute('transform')";

    [ChromiumFact]
    public async Task It_is_moved_and_zoomed_with_mouse_and_keys_and_an_arrow_is_reached_and_chosen_with_keys()
    {
        await using var shop = await ShopUnderTest.StartAndOpen();
        await shop.PlaceOrder();
        using var page = await BrowserPage.Open(shop.View("map"));
        await Eventually.True(() => page.Texts(".map .edge").Count > 2);

        // another arrow that comes would lay it out again
        await page.Click("pause");
        await Eventually.Passes(() => Assert.Contains("paused at ", page.Text("node"), StringComparison.Ordinal));
        var start = await Zoomed(page);

        // from the box of a type, which is a link: neither followed nor dragged away
        var (x, y) = await Middle(page, ".map a.type");
        await page.Mouse("mousePressed", x, y);
        await page.Mouse("mouseMoved", x + 30, y + 10);
        await page.Mouse("mouseMoved", x + 70, y + 20);
        await page.Mouse("mouseReleased", x + 70, y + 20);
        AssertAt(start.X + 70, start.Y + 20, await Zoomed(page));
        Assert.Equal("#/map", await page.Evaluate<string>("location.hash"));

        await page.Evaluate<bool>("document.querySelector('.map svg').focus(), true");
        await page.Press("ArrowLeft");
        AssertAt(start.X + 130, start.Y + 20, await Zoomed(page));
        await page.Press("+");
        Assert.Equal(1.25 * start.Scale, (await Zoomed(page)).Scale, 2);
        await page.Press("-");
        Assert.Equal(start.Scale, (await Zoomed(page)).Scale, 2);

        // all of it is inside of the picture
        await page.Press("0");
        Assert.True(await page.Evaluate<bool>(
            "(m => [...document.querySelectorAll('.map .type')].every(t => (b => b.left >= m.left && b.right <= m.right && b.top >= m.top && b.bottom <= m.bottom)(t.getBoundingClientRect())))(document.querySelector('.map svg').getBoundingClientRect())"));

        await page.Evaluate<bool>("document.querySelector('.map svg').focus(), true");
        await page.Press("Tab");
        Assert.Matches(@"^\S.* → \w.* → \w+Actor, [\d.,]+/s", await page.Evaluate<string>(
            "document.activeElement.matches('.edge:focus-visible') ? document.activeElement.getAttribute('aria-label') : ''"));

        await page.Press("Enter");
        Assert.Equal("true", await page.Evaluate<string>("document.querySelector('.map .edge.chosen')?.getAttribute('aria-pressed')"));
        Assert.True(await page.Evaluate<bool>("document.activeElement.matches('.chosen')"));
        await page.Press("Enter");
        Assert.Empty(page.Texts(".map .edge.chosen title"));

        // one that lies outside of the picture comes into it
        await page.Evaluate<bool>("document.querySelector('.map svg').focus(), true");
        foreach (var _ in Enumerable.Range(0, 40))
        {
            await page.Press("ArrowLeft");
        }

        await page.Press("Tab");
        Assert.True(await page.Evaluate<bool>(
            "(m => (b => b.right > m.left && b.left < m.right)(document.activeElement.getBoundingClientRect()))(document.querySelector('.map svg').getBoundingClientRect())"));
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task An_arrow_leads_to_both_its_ends_and_to_its_traces()
    {
        await using var shop = await ShopUnderTest.StartAndOpen(ShopUnderTest.ShortRush);
        using var page = await BrowserPage.Open(shop.View("map"));
        using (var response = await shop.Client.PostAsync("/trouble/rush", content: null))
        {
            response.EnsureSuccessStatusCode();
        }

        await Eventually.True(() => IsChosen(page, "WarehouseActor to PrinterActor"));
        Assert.Equal(
            ["#/type?name=WarehouseActor", "#/type?name=PrinterActor", "#/traces?actor=PrinterActor&message=PrintLabel"],
            await page.Evaluate<string[]>("[...document.querySelectorAll('tbody a')].map(a => a.getAttribute('href'))"));

        await page.Evaluate<bool>("document.querySelector('.map svg').focus(), true");
        await page.Press("Escape");
        Assert.Empty(page.Texts(".map .edge.chosen title"));

        await page.Evaluate<bool>("[...document.querySelectorAll('tbody a')].find(a => a.href.endsWith('PrintLabel')).click(), true");
        await Eventually.Passes(() => Assert.Contains("PrinterActor", page.Texts(".hop b")));
        Assert.Empty(page.Errors);
    }

    // Clicks where the arrow lies above all others. The map is laid out again when a type comes, so a click can miss.
    private static async Task<bool> IsChosen(BrowserPage page, string title)
    {
        var place = await page.Evaluate<double[]>(
            $$"""
            (() => {
              document.querySelector('#view > .more')?.click();
              document.querySelectorAll('.map .tools button')[2]?.click();
              document.querySelector('.map')?.scrollIntoView();
              const edge = [...document.querySelectorAll('.map .edge')].find(e => e.querySelector('title').textContent.startsWith('{{title}}')), path = edge?.querySelector('.line');
              return [.5, .4, .6, .3, .7, .2, .8].map(part => path?.getPointAtLength(part * path.getTotalLength()).matrixTransform(path.getScreenCTM()))
                .filter(at => at && document.elementFromPoint(at.x, at.y)?.closest('.edge') === edge).flatMap(at => [at.x, at.y]);
            })()
            """);
        if (place is not [var x, var y, ..])
        {
            return false;
        }

        await page.Mouse("mousePressed", x, y);
        await page.Mouse("mouseReleased", x, y);
        return page.Texts(".map .edge.chosen title") is [var chosen] && chosen.StartsWith(title, StringComparison.Ordinal);
    }

    private static void AssertAt(double x, double y, (double X, double Y, double Scale) seen)
    {
        Assert.Equal(x, seen.X, 1);
        Assert.Equal(y, seen.Y, 1);
    }

    private static async Task<(double X, double Y, double Scale)> Zoomed(BrowserPage page) =>
        await page.Evaluate<double[]>($"{Place}.match(/-?[\\d.]+/g).map(Number)") is [var x, var y, var scale] ? (x, y, scale) : default;

    private static async Task<(double X, double Y)> Middle(BrowserPage page, string selector) =>
        await page.Evaluate<double[]>(
            $"(b => [b.x + b.width / 2, b.y + b.height / 2])(document.querySelector('{selector}').getBoundingClientRect())") is [var x, var y]
                ? (x, y) : default;
}
