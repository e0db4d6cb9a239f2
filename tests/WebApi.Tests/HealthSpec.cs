using Akka.Actor;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace AkkaInstrumentation.Tests;

/// <summary>The buttons that make trouble, and what a health check says of it.</summary>
[Collection(Alone.Name)]
public sealed class HealthSpec
{
    [Fact]
    public async Task A_blocked_thread_degrades_the_shop_until_it_is_free_again()
    {
        await using var shop = await ShopUnderTest.StartAndOpen();
        await using var checks = ChecksOf(shop);
        Assert.Equal(HealthStatus.Healthy, (await Check(checks)).Status);

        await ProvokeUntil(shop, "block", () => AssertNamed(checks, "blocking", "/user/printer (PrinterActor): ChangePaper blocks for "));
        await Eventually.Passes(() => AssertNot(checks, "blocking"));
    }

    [Fact]
    public async Task A_rush_degrades_the_shop_until_it_is_over()
    {
        await using var shop = await ShopUnderTest.StartAndOpen();
        await using var checks = ChecksOf(shop);
        await ProvokeUntil(shop, "rush", () => AssertNamed(checks, "growing", "/user/printer (PrinterActor): "));
        await Eventually.Passes(() => AssertNot(checks, "growing"), TimeSpan.FromSeconds(90));
    }

    // A host of its own around the shop's actor system: the sample has its own health checks.
    private static ServiceProvider ChecksOf(ShopUnderTest shop)
    {
        var services = new ServiceCollection();
        services.AddLogging();
        services.AddSingleton(shop.Services.GetRequiredService<ActorSystem>());
        services.AddHealthChecks().AddAkkaInstrumentation();
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

    // A trouble lasts some seconds. If the process was held up for longer, nobody has seen it, and there is another one.
    private static async Task ProvokeUntil(ShopUnderTest shop, string trouble, Action assertion)
    {
        for (var attempts = 1; ; attempts++)
        {
            using var response = await shop.Client.PostAsync($"/trouble/{trouble}", content: null);
            response.EnsureSuccessStatusCode();
            try
            {
                await Eventually.Passes(assertion);
                return;
            }
            catch (TimeoutException) when (attempts < 4)
            {
                // once more
            }
        }
    }
}
