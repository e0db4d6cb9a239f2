using System.Net;
using System.Net.Sockets;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace AkkaInstrumentation.Tests;

/// <summary>The page of a host without a web server.</summary>
public sealed class LoopbackPageSpec
{
    [Theory]
    [InlineData("Production")]
    [InlineData("Development")]
    public async Task A_worker_serves_the_page_and_its_answers_at_localhost(string environment)
    {
        await using var worker = await Worker.Start(environment);
        Assert.Contains("<html", await worker.Client.GetStringAsync(""), StringComparison.OrdinalIgnoreCase);
        Assert.Contains(worker.System.System.Name, await worker.Client.GetStringAsync("akka/api/v1/status"), StringComparison.Ordinal);
        Assert.Equal(
            [$"Information: The Akka dashboard is open at {worker.Client.BaseAddress}akka/ to requests to localhost."],
            worker.Log.Lines.Where(line => line.Contains("dashboard", StringComparison.Ordinal)));
    }

    /// <summary>A name of another site that resolves to this machine, and what a proxy forwards.</summary>
    [Theory]
    [InlineData("Host", "example.com")]
    [InlineData("X-Forwarded-For", "10.0.0.7")]
    public async Task Others_see_nothing(string header, string value)
    {
        await using var worker = await Worker.Start("Production");
        using var request = new HttpRequestMessage(HttpMethod.Get, "akka/api/v1/status");
        request.Headers.TryAddWithoutValidation(header, value);
        using var response = await worker.Client.SendAsync(request);
        Assert.Equal(HttpStatusCode.Forbidden, response.StatusCode);
    }

    [Fact]
    public async Task No_setting_of_web_servers_opens_it_to_the_network()
    {
        var free = FreePort.Find();
        await using var worker = await Worker.Start("Production", configuration: new() { ["urls"] = $"http://0.0.0.0:{free}" });
        using var client = new HttpClient { BaseAddress = new Uri($"http://127.0.0.1:{free}") };
        await Assert.ThrowsAsync<HttpRequestException>(() => client.GetAsync("/akka/"));
    }

    [Fact]
    public async Task Nobody_changes_a_setting_in_production()
    {
        await using var worker = await Worker.Start("Production");
        using var response = await worker.Client.PostAsync("akka/api/v1/changes", content: null);
        Assert.Equal(HttpStatusCode.Forbidden, response.StatusCode);
    }

    [Fact]
    public async Task A_port_that_is_taken_is_logged_and_the_host_goes_on()
    {
        using var taken = new TcpListener(IPAddress.Loopback, 0);
        taken.Start();
        var port = ((IPEndPoint)taken.LocalEndpoint).Port;
        using var other = new TcpListener(IPAddress.IPv6Loopback, port);
        other.Start();
        await using var worker = await Worker.Start("Production", port);
        Assert.StartsWith($"Error: The Akka dashboard cannot listen at localhost:{port}.", Assert.Single(worker.Log.Warnings),
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task Requests_of_the_page_write_nothing_to_the_log()
    {
        var lines = new ConcurrentQueue<string>();
        await using var worker = await Worker.Start(
            "Production", provider: new LineProvider((category, _, _, _, text) => lines.Enqueue($"{category}: {text}")));
        await worker.Client.GetStringAsync("akka/api/v1/status");
        Assert.DoesNotContain(lines, line => line.Contains("status", StringComparison.Ordinal));
        Assert.DoesNotContain(lines, line => line.StartsWith("Microsoft.AspNetCore", StringComparison.Ordinal));
    }

    [Fact]
    public async Task The_server_ends_with_the_host()
    {
        var worker = await Worker.Start("Production");
        var address = worker.Client.BaseAddress!;
        await worker.DisposeAsync();
        using var client = new HttpClient { BaseAddress = address };
        await Assert.ThrowsAsync<HttpRequestException>(() => client.GetAsync("/akka/"));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(65_536)]
    public void What_is_no_port_is_named_at_once(int port) =>
        Assert.Throws<ArgumentOutOfRangeException>(() => new ServiceCollection().AddAkkaDashboard(port));

    private sealed class Worker(IHost host, TestSystem system, KeptLines log, int port) : IAsyncDisposable
    {
        public HttpClient Client { get; } = new() { BaseAddress = new Uri($"http://localhost:{port}/") };

        public TestSystem System { get; } = system;

        public KeptLines Log { get; } = log;

        public static async Task<Worker> Start(
            string environment, int? port = null, Dictionary<string, string?>? configuration = null, ILoggerProvider? provider = null)
        {
            var system = Systems.Instrumented();
            var log = new KeptLines();
            var builder = Host.CreateApplicationBuilder(new HostApplicationBuilderSettings { EnvironmentName = environment });
            builder.Configuration.AddInMemoryCollection(configuration ?? []);
            builder.Logging.ClearProviders();
            builder.Logging.AddProvider(provider ?? log.Provider);
            builder.Services.AddSingleton<ActorSystem>(_ => system.System);
            port ??= FreePort.Find();
            builder.Services.AddAkkaDashboard(port.Value);
            var host = builder.Build();
            await host.StartAsync();
            return new Worker(host, system, log, port.Value);
        }

        public async ValueTask DisposeAsync()
        {
            Client.Dispose();
            await host.StopAsync();
            host.Dispose();
            await System.DisposeAsync();
        }
    }
}
