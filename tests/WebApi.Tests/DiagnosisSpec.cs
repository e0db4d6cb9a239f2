namespace AkkaInstrumentation.Tests;

/// <summary>
/// Each trouble of the sample has its cause as the first or second answer to "why?". Each is in a shop of its own; they run side by side.
/// </summary>
[Collection(Alone.Name)]
public sealed class DiagnosisSpec
{
    private static readonly (string Trouble, string Kind, string Actor)[] Staged =
    [
        ("block", "blocked_thread", "PrinterActor"),
        ("rush", "overload", "PrinterActor"),
        ("failures", "restart_loop", "BankActor"),
        ("restarts", "restart_loop", "VanActor"),
        ("slow", "awaiting", "PaymentActor"),
        ("mail", "open_circuit", ""),
        ("lost", "missing_receiver", "RetiredClerk"),
        ("full", "full_mailbox", "ArchiveActor"),
        ("stall", "stalled_stream", ""),
        ("late", "late_timers", "TroubleActor"),
    ];

    [Fact]
    public Task Each_trouble_has_its_cause_first_or_second() => Task.WhenAll(Staged.Select(async staged =>
    {
        await using var shop = await ShopUnderTest.StartAndOpen("--Trouble:Lasts=00:05:00");

        // while ten of them start on one machine, the collector may well stop their threads for long
        await Eventually.Passes(() => Assert.Empty(Causes(shop)));
        using var begun = await shop.Client.PostAsync($"/trouble/{staged.Trouble}", content: null);
        begun.EnsureSuccessStatusCode();
        await Eventually.Passes(() => Assert.Contains((staged.Kind, staged.Actor), Causes(shop).Take(2)));
    }));

    [Fact]
    public async Task A_blocked_thread_shows_where_its_handler_hangs()
    {
        await using var shop = await ShopUnderTest.StartAndOpen("--Trouble:Lasts=00:05:00");
        using var begun = await shop.Client.PostAsync("/trouble/block", content: null);
        begun.EnsureSuccessStatusCode();

        // by itself: nobody asks for the stack
        await Eventually.Passes(() => Assert.Contains(
            shop.Dashboard("diagnosis").GetProperty("causes").EnumerateArray().SelectMany(cause => cause.GetProperty("evidence").EnumerateArray()),
            evidence => evidence.GetString() is { } text && text.StartsWith("it hangs in ", StringComparison.Ordinal)
                && text.Contains("PrinterActor", StringComparison.Ordinal)));
    }

    private static List<(string?, string?)> Causes(ShopUnderTest shop) =>
        [.. shop.Dashboard("diagnosis").GetProperty("causes").EnumerateArray()
            .Select(cause => (cause.GetProperty("kind").GetString(), cause.GetProperty("actorType").GetString()))];
}
