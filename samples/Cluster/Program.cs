using System.Diagnostics;
using Akka.Actor;
using Akka.Cluster;
using Akka.Hosting;
using AkkaInstrumentation;
using ClusterSample;
using OpenTelemetry.Metrics;
using OpenTelemetry.Trace;

// Without arguments: node 1, which takes orders, has the page and starts two more processes. With --join and its address: a node that keeps orders.
var builder = WebApplication.CreateBuilder(args);
builder.Logging.AddFilter("Microsoft", LogLevel.Warning);
var join = builder.Configuration["join"];
builder.WebHost.UseUrls(join is not null ? "http://127.0.0.1:0" : builder.Configuration["urls"] ?? "http://localhost:5081");

builder.Services.AddAkka("shop", (akka, _) =>
{
    akka.WithInstrumentation();
    if (join is null)
    {
        akka.AddNode("front", seed: null).WithCustomers();
    }
    else
    {
        akka.AddNode("back", join).WithOrders();
    }
});
builder.Services.AddOpenTelemetry()
    .WithTracing(tracing => tracing.AddAkkaInstrumentation())
    .WithMetrics(metrics => metrics.AddAkkaInstrumentation().AddPrometheusExporter());

await using var node = builder.Build();
node.MapAkkaDashboard("/akka").AllowAnonymous(); // this sample has no secrets
node.MapPrometheusScrapingEndpoint(); // /metrics
node.MapGet("/", () => Results.Redirect("/akka"));
await node.StartAsync();

if (join is not null)
{
    Console.WriteLine($"process {Environment.ProcessId} keeps orders; its own page: {node.Urls.First()}/akka");

    // node 1 holds the other end
    _ = Task.Run(() =>
    {
        while (Console.In.ReadLine() is not null)
        {
        }

        node.Lifetime.StopApplication();
    });
    await node.WaitForShutdownAsync();
    return;
}

var cluster = Cluster.Get(node.Services.GetRequiredService<ActorSystem>());
cluster.Join(cluster.SelfAddress);
var others = Enumerable.Range(2, 2).Select(number => StartNode(number, cluster.SelfAddress)).ToList();
Console.WriteLine($"Three processes are one cluster. Open {node.Urls.First()}/akka and look at the traces (Ctrl+C stops all). One more: --join {cluster.SelfAddress}");
await node.WaitForShutdownAsync();
foreach (var other in others)
{
    other.StandardInput.Close();
}

using var patience = new CancellationTokenSource(TimeSpan.FromSeconds(15));
await Task.WhenAll(others.Select(other => other.WaitForExitAsync(patience.Token)));

static Process StartNode(int number, Address seed)
{
    var program = typeof(OrderActor).Assembly.Location;
    var process = Process.Start(new ProcessStartInfo("dotnet", $"\"{program}\" --join {seed}") { RedirectStandardInput = true, RedirectStandardOutput = true })!;
    process.OutputDataReceived += (_, line) =>
    {
        if (line.Data is not null)
        {
            Console.WriteLine($"[node {number}] {line.Data}");
        }
    };
    process.BeginOutputReadLine();
    return process;
}
