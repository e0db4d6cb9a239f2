using System.Net;
using System.Text.Json;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace AkkaInstrumentation.Tests;

/// <summary>The buttons that make trouble, the reports that the dashboard shows of it, and the verdict of a health check.</summary>
[Collection(Alone.Name)]
public sealed class TroubleSpec
{
    [Fact]
    public async Task A_blocked_thread_is_reported_while_it_is_blocked_and_when_it_is_free_again()
    {
        await using var shop = await ShopUnderTest.StartAndOpen(ShopUnderTest.BlocksForLong);
        await using var checks = ChecksOf(shop);
        Assert.Empty(Reports(shop));
        Assert.Equal(HealthStatus.Healthy, (await Check(checks)).Status);
        await Provoke(shop, "block");

        await Eventually.Passes(() =>
        {
            var report = Assert.Single(Reports(shop));
            Assert.Equal(("blocking", "PrinterActor", "/user/printer"), Of(report));
            Assert.StartsWith("ChangePaper holds thread ", report.GetProperty("facts").GetString(), StringComparison.Ordinal);
        });
        await Eventually.Passes(() => AssertNamed(checks, "blocking", "/user/printer (PrinterActor): ChangePaper blocks for "));
        await Eventually.Passes(() =>
        {
            var report = Assert.Single(Reports(shop));
            Assert.StartsWith("ChangePaper held thread ", report.GetProperty("facts").GetString(), StringComparison.Ordinal);
            Assert.Equal(("returned", "PrinterActor", "/user/printer"), Of(report));
        });
        await Eventually.Passes(() => AssertNot(checks, "blocking"));
    }

    [Fact]
    public async Task A_rush_is_reported_with_who_sends_and_when_it_is_over()
    {
        await using var shop = await ShopUnderTest.StartAndOpen(ShopUnderTest.ShortRush);
        await using var checks = ChecksOf(shop);
        Assert.Empty(Reports(shop));
        await Provoke(shop, "rush");

        await Eventually.Passes(() =>
        {
            var report = Assert.Single(Reports(shop));
            Assert.Equal(("growing", "PrinterActor", "/user/printer"), Of(report));
            Assert.Matches(@"^WarehouseActor \d+ \(/user/warehouse\)$", report.GetProperty("senders").GetString());
        });
        await Eventually.Passes(() => AssertNamed(checks, "growing", "/user/printer (PrinterActor): "));

        // the rush is over long before the mailbox has recovered
        await Eventually.Passes(() => Assert.Equal(("shrinking", "PrinterActor", "/user/printer"), Of(Assert.Single(Reports(shop)))));
        await Eventually.Passes(() => Assert.Equal(("recovered", "PrinterActor", "/user/printer"), Of(Assert.Single(Reports(shop)))),
            TimeSpan.FromSeconds(90));
        await Eventually.Passes(() => AssertNot(checks, "growing"));
    }

    [Fact]
    public async Task A_mailbox_that_stays_deep_after_a_rush_is_no_longer_shown_as_growing()
    {
        await using var shop = await ShopUnderTest.StartAndOpen(ShopUnderTest.ShortRush, "--Trouble:Lasts=01:00:00");
        Assert.Empty(Reports(shop));
        await Provoke(shop, "block");
        await Provoke(shop, "rush");

        await Eventually.Passes(() =>
        {
            var trouble = Assert.Single(shop.Dashboard("status").GetProperty("troubles")
                .EnumerateArray(), one => one.GetProperty("kind").GetString() == "growing");
            Assert.EndsWith(" messages wait, no longer growing", trouble.GetProperty("what").GetString(), StringComparison.Ordinal);
            var report = Assert.Single(Reports(shop), one => one.GetProperty("state").GetString() == "waiting");
            Assert.Equal(trouble.GetProperty("what").GetString(), report.GetProperty("facts").GetString());
        });
    }

    [Fact]
    public async Task Threads_that_are_taken_for_moments_are_a_trouble_although_no_handler_blocks_and_no_message_is_old()
    {
        await using var shop = await ShopUnderTest.StartAndOpen("--Trouble:Lasts=01:00:00");
        await Provoke(shop, "starve");
        await Eventually.Passes(
            () =>
            {
                var starved = Assert.Single(shop.Dashboard("status").GetProperty("troubles")
                    .EnumerateArray(), one => one.GetProperty("kind").GetString() == "starved");
                Assert.Equal("akka.actor.default-dispatcher", starved.GetProperty("path").GetString());
            },
            TimeSpan.FromSeconds(90));
        var cause = Assert.Single(
            shop.Dashboard("diagnosis").GetProperty("causes").EnumerateArray(), one => one.GetProperty("kind").GetString() == "starved-dispatcher");
        Assert.Contains(cause.GetProperty("evidence")
            .EnumerateArray(), line => line.GetString()!.Contains("ClerkActor keeps ", StringComparison.Ordinal));
    }

    // A host of its own around the shop's actor system: the sample has its own health checks.
    private static ServiceProvider ChecksOf(ShopUnderTest shop)
    {
        var services = new ServiceCollection();
        services.AddLogging();
        services.AddSingleton(shop.Services.GetRequiredService<ActorSystem>());
        services.AddHealthChecks().AddAkkaHealthCheck();
        return services.BuildServiceProvider();
    }

    private static async Task<HealthReportEntry> Check(ServiceProvider checks) =>
        (await checks.GetRequiredService<HealthCheckService>().CheckHealthAsync()).Entries["akka"];

    private static void AssertNamed(ServiceProvider checks, string kind, string begin)
    {
        var entry = Check(checks).GetAwaiter().GetResult();
        Assert.Equal(HealthStatus.Degraded, entry.Status);
        Assert.StartsWith(begin, Assert.Single((string[])entry.Data[kind]), StringComparison.Ordinal);
    }

    private static void AssertNot(ServiceProvider checks, string kind) =>
        Assert.False(Check(checks).GetAwaiter().GetResult().Data.ContainsKey(kind));

    private static async Task Provoke(ShopUnderTest shop, string trouble)
    {
        using var response = await shop.Client.PostAsync($"/trouble/{trouble}", content: null);
        Assert.Equal(HttpStatusCode.Accepted, response.StatusCode);
    }

    private static (string?, string?, string?) Of(JsonElement report) =>
        (report.GetProperty("state").GetString(), report.GetProperty("actor").GetString(), report.GetProperty("path").GetString());

    private static List<JsonElement> Reports(ShopUnderTest shop) =>
        [.. shop.Dashboard("overview").GetProperty("reports").EnumerateArray()];
}
