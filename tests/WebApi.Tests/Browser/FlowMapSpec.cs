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
        await Eventually.True(() => Arrows(page).Count > 2);

        // all of it is inside of the picture from the beginning
        await Eventually.True(() => IsWhole(page));

        // another arrow that comes would lay it out again
        await page.Press("button", "Pause");
        await Eventually.Passes(() => Assert.Contains("paused at ", page.Text("node"), StringComparison.Ordinal));
        var start = Zoomed(page);

        // from the box of a type, which is a link: neither followed nor dragged away
        var box = Map(page).All("link")[0].Box;
        var (x, y) = (box[0] + (box[2] / 2), box[1] + (box[3] / 2));
        await page.Mouse("mousePressed", x, y);
        await page.Mouse("mouseMoved", x + 30, y + 10);
        await page.Mouse("mouseMoved", x + 70, y + 20);
        await page.Mouse("mouseReleased", x + 70, y + 20);
        await Eventually.Passes(() => AssertAt(start.X + 70, start.Y + 20, Zoomed(page)));
        Assert.Equal("#/map", await page.Evaluate<string>("location.hash"));

        await Map(page).Focus();
        await page.Press("ArrowLeft");
        await Eventually.Passes(() => AssertAt(start.X + 130, start.Y + 20, Zoomed(page)));
        await page.Press("+");
        await Eventually.Passes(() => Assert.Equal(1.25 * start.Scale, (Zoomed(page)).Scale, 2));
        await page.Press("-");
        await Eventually.Passes(() => Assert.Equal(start.Scale, (Zoomed(page)).Scale, 2));
        await page.Press("0");
        await Eventually.True(() => IsWhole(page));

        await Map(page).Focus();
        await page.Press("Tab");
        Assert.Matches(@"^\S.* → \w.* → \w+Actor, [\d.,]+/s", await page.Evaluate<string>("document.activeElement.getAttribute('aria-label')"));
        await page.Press("Enter");
        await Eventually.Equal("true", () => page.Now<string>("document.activeElement.getAttribute('aria-pressed')"));
        Assert.True(page.Has("complementary", "What is chosen"));
        await page.Press("Enter");
        await Eventually.True(() => !page.Has("complementary", "What is chosen"));

        // one that lies outside of the picture comes into it
        await Map(page).Focus();
        foreach (var _ in Enumerable.Range(0, 40))
        {
            await page.Press("ArrowLeft");
        }

        await page.Press("Tab");
        await Eventually.True(() => page.Now<bool>(
            "(m => (b => b.right > m.left && b.left < m.right)(document.activeElement.getBoundingClientRect()))(document.querySelector('.map svg').getBoundingClientRect())"));
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task An_arrow_leads_to_both_its_ends_and_to_its_traces()
    {
        await using var shop = await ShopUnderTest.StartAndOpen(ShopUnderTest.ShortRush);
        using var page = await BrowserPage.Open(shop.View("map"));

        // traces are taken from the page's first question on, and the rush is short
        await Eventually.Equal("shop", () => page.Text("system"));
        using (var response = await shop.Client.PostAsync("/trouble/rush", content: null))
        {
            response.EnsureSuccessStatusCode();
        }

        await Eventually.True(async () =>
        {
            if (Arrows(page).FirstOrDefault(arrow => arrow.Name.StartsWith("WarehouseActor → PrintLabel → PrinterActor", StringComparison.Ordinal)) is not { } arrow)
            {
                return false;
            }

            await arrow.Focus();
            await page.Press("Enter");
            return page.Has("complementary", "What is chosen");
        });
        await Eventually.Passes(() => Assert.Equal(
            ["#/type?name=WarehouseActor", "#/type?name=PrinterActor", "#/traces?actor=PrinterActor&message=PrintLabel"], page.Links("Flows").Select(link => link.Href)));

        await page.Press("button", "Show all flows");
        await Eventually.True(() => !page.Has("complementary", "What is chosen"));
        await page.Go("traces?actor=PrinterActor&message=PrintLabel");
        await Eventually.Passes(() => Assert.Contains(page.Hops, hop => hop.Name.StartsWith("PrinterActor", StringComparison.Ordinal)));
        Assert.Empty(page.Errors);
    }

    private static PageElement Map(BrowserPage page) => page.All("group").First(group => group.Name.StartsWith("Map of flows", StringComparison.Ordinal));

    private static IReadOnlyList<PageElement> Arrows(BrowserPage page) =>
        [.. page.All("button").Where(button => button.Name.Contains(" → ", StringComparison.Ordinal))];

    private static bool IsWhole(BrowserPage page) => page.Now<bool>(
        "(m => [...document.querySelectorAll('.map .type')].every(t => (b => b.left >= m.left - 1 && b.right <= m.right + 1 && b.top >= m.top - 1 && b.bottom <= m.bottom + 1)(t.getBoundingClientRect())))(document.querySelector('.map svg').getBoundingClientRect())");

    private static void AssertAt(double x, double y, (double X, double Y, double Scale) seen)
    {
        Assert.Equal(x, seen.X, 1);
        Assert.Equal(y, seen.Y, 1);
    }

    private static (double X, double Y, double Scale) Zoomed(BrowserPage page) =>
        page.Now<double[]>($"{Place}.match(/-?[\\d.]+/g).map(Number)") is [var x, var y, var scale] ? (x, y, scale) : default;
}
