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
    public async Task The_status_line_names_each_trouble_on_a_page_opened_before_and_at_once_on_one_opened_afterwards_or_later()
    {
        await using var shop = await ShopUnderTest.StartAndOpen("--Trouble:Lasts=01:00:00");
        using var before = await BrowserPage.Open(shop.View("overview"));
        await Eventually.Equal("✓ Healthy Nothing is wrong By the health check “akka”.", () => before.Verdict);

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
            var sick = after.Column("Actors by type", "Actor type").Select(type => type[0] is '✕' or '▲').ToList();
            Assert.Equal([true, false], sick.Distinct());
            Assert.Equal(sick.OrderDescending(), sick);
            Assert.All(after.Texts(".card .since"), since => Assert.Matches(@"^\s*for \d+ (s|min), since \d+:\d+", since));
            Assert.Superset(
                new HashSet<string> { "PrinterActor #/threads", "BankActor #/failures?actor=BankActor", "VanActor #/failures?actor=VanActor", "RetiredClerk #/lost" },
                Links(after));

            // who fills the mailbox stands on the card, once that is open
            await Eventually.Passes(() => Assert.Matches(@"the oldest come from WarehouseActor \d+ \(/user/warehouse\)", after.Now<string>(
                $"(card => (card?.querySelector('.fold-card[aria-expanded=false]')?.click(), card?.textContent ?? ''))({Cards}.find(card => {NameOf} === 'PrinterActor'))")));
        }

        // and at night, later: the history has the times, so the wait is one for all
        await Eventually.Passes(() => Assert.All(TroublesOf(shop),
            trouble => Assert.True(trouble.GetProperty("durationSeconds").GetDouble() >= 12, $"{trouble}")), TimeSpan.FromMinutes(2));
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

            // to its type, or to the threads once the cause is known; not to its traces: what has waited since before the page was opened
            // is in none
            Assert.Contains(
                Assert.Single(Links(after), link => link.StartsWith("PaymentActor ", StringComparison.Ordinal)),
                (string[])["PaymentActor #/type?name=PaymentActor", "PaymentActor #/threads"]);
        }

        Assert.Empty(before.Errors);
    }

    // The age of the oldest message is not how long a trouble lasts.
    private static List<System.Text.Json.JsonElement> TroublesOf(ShopUnderTest shop) =>
        [.. shop.Dashboard("status").GetProperty("troubles").EnumerateArray().Where(trouble => trouble.GetProperty("kind").GetString() != "late")];

    private const string Cards = "[...document.querySelectorAll('.card')]";
    private const string NameOf = "card.querySelector('.who .type')?.textContent";

    // What is there when there is anything at all: all of it was reported before the page was opened.
    private static Task FirstStatus(BrowserPage page) => Eventually.True(() => page.Now<bool>($"{Cards}.length > 0"));

    // Where each card leads. A page that shows the next answer meanwhile has other elements, so each question is one look.
    private static HashSet<string> Links(BrowserPage page) =>
        [.. page.Now<string[]>($"{Cards}.map(card => `${{{NameOf}}} ${{card.querySelector('.next')?.getAttribute('href')}}`)")];

    // All of them, not the worst alone. A closed card has all its kinds in one line.
    private static void AssertNames(BrowserPage page, IEnumerable<string> troubles)
    {
        var named = page.Now<string[]>(
            $$"""
            (async () => {
              const more = () => [...document.querySelectorAll('button')].find(button => /^Show .+ more$/.test(button.textContent.trim()));
              for (let button; (button = more()); await new Promise(resolve => setTimeout(resolve))) button.click();
              return {{Cards}}.flatMap(card => [...card.querySelectorAll('.troubles .kind')].flatMap(kind => kind.textContent.split(', ')
                .flatMap(word => [...card.querySelectorAll('.who a')].map(who => `${word} ${who.textContent}`))));
            })()
            """);
        Assert.All(troubles, trouble => Assert.Contains(trouble, named));
    }
}
