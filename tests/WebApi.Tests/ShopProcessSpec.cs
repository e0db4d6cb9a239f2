using System.Net;
using System.Net.Sockets;

namespace AkkaInstrumentation.Tests;

/// <summary>Start and end of the sample, seen from a shell. None of it is in this process.</summary>
public sealed class ShopProcessSpec
{
    private const string Address = "http://127.0.0.1:0";

    // A machine that is too busy for the server's own timer is no matter of the shop's.
    private const string NoHeartbeat = "--Logging:LogLevel:Microsoft.AspNetCore.Server.Kestrel=Error";

    [Fact]
    public async Task It_prints_one_line_a_second_one_at_its_port_does_too_and_Ctrl_C_ends_it_quietly_with_customers_in_the_shop()
    {
        using var shop = ShopProcess.Start("--urls", Address, "--Traffic:Rate=100", NoHeartbeat);
        var said = await shop.Line();
        Assert.Matches(@"^The shop runs on Akka \d+\.\d+\.\d+: open http://127\.0\.0\.1:\d+ \(Ctrl\+C stops it\)$", said);
        var address = AddressIn(said);
        await ASecondOneEnds(address);

        await WaitForOrders(address);
        if (!OperatingSystem.IsWindows())
        {
            shop.Signal("INT");
            Assert.Equal((0, "", ""), await shop.End());
        }
    }

    private static async Task ASecondOneEnds(string address)
    {
        using var second = ShopProcess.Start("--urls", address);

        var (exitCode, output, errors) = await second.End();
        Assert.Equal(1, exitCode);
        Assert.Equal("", output);
        var line = Assert.Single(errors.Split('\n', StringSplitOptions.RemoveEmptyEntries));
        Assert.Contains(address, line, StringComparison.Ordinal);
        Assert.Contains("--urls", line, StringComparison.Ordinal);
    }

    [FactOnUnix]
    public async Task Ctrl_C_ends_it_within_seconds_when_the_collector_does_not_answer()
    {
        using var silent = new TcpListener(IPAddress.Loopback, 0);
        silent.Start();
        using var shop = ShopProcess.Start(
            "--urls", Address, $"--OTEL_EXPORTER_OTLP_ENDPOINT=http://{silent.LocalEndpoint}", "--OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf");
        await WaitForOrders(AddressIn(await shop.Line()));

        var watch = Stopwatch.StartNew();
        shop.Signal("INT");
        var (exitCode, _, errors) = await shop.End();
        Assert.Equal(0, exitCode);
        Assert.Equal("", errors);
        Assert.InRange(watch.Elapsed, TimeSpan.Zero, TimeSpan.FromSeconds(14));
    }

    private static string AddressIn(string line) => line.Split(' ').Single(word => word.StartsWith("http", StringComparison.Ordinal));

    private static async Task WaitForOrders(string address)
    {
        using var client = new HttpClient();
        await Eventually.Passes(() => Assert.Contains(
            "\"type\":\"BankActor\"",
            client.GetStringAsync(new Uri(address + "/akka/api/v1/overview")).GetAwaiter().GetResult(),
            StringComparison.Ordinal));
    }
}

/// <summary>A test that sends a signal to a process, which Windows does not have.</summary>
public sealed class FactOnUnixAttribute() : FactIfAttribute(!OperatingSystem.IsWindows(), "needs Unix signals");
