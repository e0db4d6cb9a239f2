using Microsoft.Extensions.Logging;

namespace AkkaInstrumentation.Tests;

/// <summary>The application's latest log lines. Those of a trace: tests/WebApi.Tests.</summary>
public sealed class LogsSpec
{
    [Fact]
    public async Task Warnings_are_kept_before_a_page_is_opened_and_information_while_one_is_open()
    {
        await using var host = await DashboardHost.Open();
        var log = host.Logger("Shop.Orders");
        Log(log, LogLevel.Warning, "the stock is low");
        Log(log, LogLevel.Information, "no page is open");
        Assert.Equal(["Warning the stock is low"], Lines("logs?find=shop"));

        Log(log, LogLevel.Error, "the bank\nis closed");
        Log(log, LogLevel.Information, "an order");
        Log(log, LogLevel.Debug, "a detail");
        await Eventually.Passes(() =>
            Assert.Equal(["Information an order", "Error the bank", "Warning the stock is low"], Lines("logs?find=shop.orders")));
        Assert.Equal(["Error the bank", "Warning the stock is low"], Lines("logs?find=Shop&level=warning"));
        Assert.Equal(["Error the bank"], Lines("logs?find=BANK&level=error"));

        IEnumerable<string> Lines(string question) => host.Now(question).GetProperty("lines").EnumerateArray()
            .Select(line => $"{line.GetProperty("level")} {line.GetProperty("text")}");
    }

    [Fact]
    public async Task Lines_of_other_times_are_left_out()
    {
        await using var host = await DashboardHost.Open();
        Log(host.Logger("Shop.Orders"), LogLevel.Error, "the bank is closed");
        await Eventually.Equal(1, () => Matching("logs?find=bank"));
        var now = DateTimeOffset.UtcNow.ToUnixTimeSeconds();
        Assert.Equal(1, Matching($"logs?find=bank&from={now - 60}&to={now + 1}"));
        Assert.Equal(0, Matching($"logs?find=bank&to={now - 60}"));
        Assert.Equal(0, Matching($"logs?find=bank&from={now + 60}"));

        int Matching(string question) => host.Now(question).GetProperty("matching").GetInt32();
    }

    [Fact]
    public async Task Nothing_is_kept_while_no_page_is_open_if_there_is_no_history()
    {
        await using var host = await DashboardHost.Open(keepHistory: false);
        var log = host.Logger("Shop.Orders");
        Log(log, LogLevel.Warning, "before");
        Assert.Equal(0, (await host.Get("logs?find=shop")).GetProperty("matching").GetInt32());
        Assert.True(host.Lease.IsActive);
        Log(log, LogLevel.Warning, "meanwhile");
        await Eventually.Equal(1, () => host.Now("logs?find=shop").GetProperty("matching").GetInt32());
    }

    [Fact]
    public void Lines_that_come_too_fast_are_counted_and_old_ones_forgotten()
    {
        var recent = new RecentLines();
        var shop = recent.Find("Shop");
        var watch = Stopwatch.StartNew();
        var taken = Enumerable.Range(0, 10_000).Count(_ => recent.TryTake(shop, LogLevel.Warning));
        Assert.InRange(taken, LineRing.PerSecond / 2, (int)(LineRing.PerSecond * (1 + watch.Elapsed.TotalSeconds)));

        for (var i = 0; i < 2 * LineRing.Kept; i++)
        {
            recent.Add(recent.Find("Shop"), new RecentLine(SeenLine.From(default, LogLevel.Warning, "Shop", $"line {i}"), default));
        }

        var (lines, omitted) = recent.Read(LogLevel.Information, "");
        Assert.Equal((LineRing.Kept, 10_000 - taken), (lines.Count, omitted));
        Assert.Equal($"line {(2 * LineRing.Kept) - 1}", lines[0].What.Text);
    }

    [Fact]
    public void Information_pushes_no_warning_out_however_much_comes()
    {
        var recent = new RecentLines();
        recent.Add(recent.Find("Shop"), new RecentLine(SeenLine.From(default, LogLevel.Error, "Shop", "the bank is closed"), default));
        for (var i = 0; i < 2 * LineRing.Kept; i++)
        {
            recent.Add(recent.Find("Shop"), new RecentLine(SeenLine.From(default, LogLevel.Information, "Shop", $"order {i}"), default));
        }

        while (recent.TryTake(recent.Find("Shop"), LogLevel.Information))
        {
        }

        Assert.True(recent.TryTake(recent.Find("Shop"), LogLevel.Warning));
        Assert.Equal("the bank is closed", Assert.Single(recent.Read(LogLevel.Warning, "").Lines).What.Text);
        var all = recent.Read(LogLevel.Information, "").Lines;
        Assert.Equal((LineRing.Kept + 1, $"order {(2 * LineRing.Kept) - 1}", "the bank is closed"), (all.Count, all[0].What.Text, all[^1].What.Text));
    }

    [Fact]
    public async Task A_quiet_source_keeps_its_lines_beside_a_noisy_one_and_a_health_check_that_repeats_itself()
    {
        await using var host = await DashboardHost.Open();
        await host.Get("logs");
        var (akka, check) = (host.Logger("Akka.Actor.ActorSystem"),
            host.Logger("Microsoft.Extensions.Diagnostics.HealthChecks.DefaultHealthCheckService"));
        for (var second = 0; second < 4; second++)
        {
            for (var i = 0; i < 2_000; i++)
            {
                Failed($"akka://shop/user/noisy/order-{i}");
                Log(check, LogLevel.Warning, "Health check akka with status Degraded");
            }

            Failed("[akka://shop/user/rare#17]");
            await Task.Delay(300);
        }

        var lines = host.Now("logs?find=rare").GetProperty("lines").EnumerateArray().Select(line => line.GetProperty("text").GetString());
        Assert.Equal(4, lines.Count(line => line == "akka://shop/user/rare"));
        Assert.True(host.Now("logs?find=noisy").GetProperty("matching").GetInt32() > 20);

        // as the logger of Akka.Hosting does it
        void Failed(string source) => akka.Log(
            LogLevel.Error, default, new List<KeyValuePair<string, object?>> { new("LogSource", source) }, exception: null, (_, _) =>
                LineSource.NameFor(source));
    }

    [Fact]
    public void Old_lines_of_a_noisy_source_leave_before_those_of_others()
    {
        var recent = new RecentLines();
        recent.Add(recent.Find("Rare"), Line("rare"));
        for (var i = 0; i < 3 * LineRing.Kept; i++)
        {
            recent.Add(recent.Find("Noisy"), Line($"noisy {i}"));
        }

        var lines = recent.Read(LogLevel.Information, "").Lines;
        Assert.Equal((LineRing.Kept, 1), (lines.Count, lines.Count(line => line.What.Text == "rare")));

        static RecentLine Line(string text) => new(SeenLine.From(default, LogLevel.Warning, "Shop", text), default);
    }

    [Theory]
    [InlineData("[akka://shop/user/orders#123]", "akka://shop/user/orders")]
    [InlineData("akka://shop/user/orders/order-17/$a", "akka://shop/user/orders/*/*")]
    [InlineData("akka://shop@host:8080/user/orders", "akka://*/user/orders")]
    [InlineData("ActorSystem(shop)", "ActorSystem(shop)")]
    public void Actors_with_similar_paths_are_one_source(string source, string name) => Assert.Equal(name, LineSource.NameFor(source));

    private static void Log(ILogger log, LogLevel level, string text) => log.Log(level, default, text, exception: null, static (text, _) => text);
}
