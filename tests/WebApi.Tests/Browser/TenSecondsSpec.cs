namespace AkkaInstrumentation.Tests;

/// <summary>
/// What a person sees first who opens the dashboard at night: what is wrong, whether it was opened before the trouble began or afterwards. The
/// troubles are side by
/// side in one shop. It mostly waits, and does so beside shops in processes of their own: no other shop is in this one meanwhile.
/// </summary>
public sealed class TenSecondsSpec
{
    private static readonly string[] Troubles =
    [
        "Blocked thread PrinterActor", "Backlog PrinterActor", "Failing BankActor", "Restart loop VanActor",
            "Lost messages /user/archive", "Lost messages /user/clerk",
    ];

    [ChromiumFact]
    public async Task The_status_line_names_each_trouble_on_a_page_opened_before_and_at_once_on_one_opened_afterwards_or_half_a_minute_later()
    {
        await using var shop = await ShopUnderTest.StartAndOpen("--Trouble:Lasts=01:00:00");
        using var before = await BrowserPage.Open(shop.View("overview"));
        await Eventually.Passes(() => Assert.Equal(["✓HealthyNothing is wrong by the health check “akka”."], before.Texts(".verdict")));

        using var buttons = await before.Another(shop.Address);
        await Eventually.Equal("Start traffic", () => buttons.Text("toggle"));
        foreach (var button in new[] { "block", "rush", "failures", "restarts", "lost", "full" })
        {
            await buttons.Click(button);
        }

        await Eventually.Passes(() => AssertNames(before, Troubles));
        using (var after = await before.Another(shop.View("overview")))
        {
            await FirstStatus(after);
            AssertNames(after, Troubles);

            // the types in trouble are above all others, however many there are
            var sick = after.Texts("#view tbody th .icon").Select(icon => icon.Length > 0).ToList();
            Assert.Equal([true, false], sick.Distinct());
            Assert.Equal(sick.OrderDescending(), sick);
            Assert.Matches(@"sent by WarehouseActor \d+ \(/user/warehouse\)", string.Join('\n', after.Texts("#status .troubles li")));
            Assert.All(after.Texts("#status .since")
                .Where(since => since.Length > 0), since => Assert.Matches(@"^for \d+ (s|min), since \d+:\d+", since));
            Assert.Superset(
                new HashSet<string>
                {
                    "Blocked thread #/threads", "Failing #/failures?actor=BankActor",
                        "Restart loop #/failures?actor=VanActor", "Lost messages #/lost",
                },
                await Links(after));
        }

        // and at night, half a minute later: the history has the times, so the wait is one for all
        await Eventually.Passes(() => Assert.All(TroublesOf(shop),
            trouble => Assert.True(trouble.GetProperty("durationSeconds").GetDouble() >= 30, $"{trouble}")), TimeSpan.FromMinutes(2));
        using (var later = await before.Another(shop.View("mailboxes")))
        {
            await FirstStatus(later);
            AssertNames(later, Troubles);
        }

        // the payments' mailboxes hold the bad cards back, so this one comes last
        await buttons.Click("slow");
        await Eventually.Passes(() => AssertNames(before, ["Old messages PaymentActor"]));
        using (var after = await before.Another(shop.View("failures")))
        {
            await FirstStatus(after);
            AssertNames(after, ["Old messages PaymentActor"]);

            // not to its traces: what has waited since before the page was opened is in none
            Assert.Contains("Old messages #/type?name=PaymentActor", await Links(after));
        }

        Assert.Empty(before.Errors);
    }

    // The age of the oldest message is not how long a trouble lasts.
    private static List<System.Text.Json.JsonElement> TroublesOf(ShopUnderTest shop) =>
        [.. shop.Dashboard("status").GetProperty("troubles").EnumerateArray().Where(trouble => trouble.GetProperty("kind").GetString() != "late")];

    // What is there when there is anything at all: all of it was reported before the page was opened.
    private static Task FirstStatus(BrowserPage page) => Eventually.True(() => page.Texts("#status .card").Count > 0);

    // Where each line leads.
    private static async Task<HashSet<string>> Links(BrowserPage page) => await page.Evaluate<HashSet<string>>(
        "[...document.querySelectorAll('#status .troubles .kind')].map(kind => `${kind.textContent} ${kind.closest('.card').querySelector('.next').getAttribute('href')}`)");

    // All of them, not the worst alone.
    private static void AssertNames(BrowserPage page, IEnumerable<string> troubles)
    {
        _ = page.Now<bool>(
            "(b => { if (!b.hidden && b.textContent.endsWith('more')) b.click(); return true; })(document.querySelector('#status .more'))");
        var named = page.Now<string[]>(
            "[...document.querySelectorAll('#status .card')].flatMap(card => [...card.querySelectorAll('.troubles .kind')].flatMap(kind => [...card.querySelectorAll('.who a')].map(who => `${kind.textContent} ${who.textContent}`)))");
        Assert.All(troubles, trouble => Assert.Contains(trouble, named));
    }
}
