using Akka.Actor;
using Akka.Cluster;
using Akka.Hosting;
using AkkaInstrumentation;
using ClusterSample;
using ClusterSample.FrontPage;
using OpenTelemetry;
using OpenTelemetry.Metrics;
using OpenTelemetry.Resources;
using OpenTelemetry.Trace;

// Without arguments: node 1, which takes orders and starts two more processes. With --join and its address: a node that keeps orders.
var builder = WebApplication.CreateBuilder(args);
builder.Logging.AddFilter("Microsoft", LogLevel.Warning);
var join = builder.Configuration["join"];
builder.WebHost.UseUrls(join is not null ? "http://127.0.0.1:0" : builder.Configuration["urls"] ?? "http://localhost:5081");

builder.Services.AddAkka("shop", (akka, _) =>
{
    akka.WithInstrumentation(options =>
    {
        // a backlog is reported earlier than by default, for whoever waits at the page
        options.Pressure.GrowingFor = TimeSpan.FromSeconds(2);
        options.Pressure.MinDepth = 200;

        // the trace of an order that fails is whole on all nodes, however few are sampled
        options.Tracing.Keep = AkkaKeptTraces.Failed;
    });
    if (join is null)
    {
        akka.AddNode("front", seed: null).WithCustomers();
    }
    else
    {
        akka.AddNode("back", join).WithOrders();
    }
});
var telemetry = builder.Services.AddOpenTelemetry()
    .ConfigureResource(resource => resource.AddService(join is null ? "shop-front" : "shop-back"))
    .WithTracing(tracing => tracing.AddAkkaInstrumentation())
    .WithMetrics(metrics => metrics.AddAkkaInstrumentation().AddPrometheusExporter());
if (builder.Configuration["OTEL_EXPORTER_OTLP_ENDPOINT"] is { Length: > 0 })
{
    // the other processes have the same environment
    telemetry.UseOtlpExporter();
}

await using var node = builder.Build();
// This sample has no secrets, and its nodes are reached from this machine only.
node.MapAkkaDashboard("/akka", options => options.ChangesFromOtherNodes = true).AllowAnonymous();
node.MapPrometheusScrapingEndpoint(); // /metrics
if (join is not null)
{
    node.MapGet("/", () => Results.Redirect("/akka"));
    await node.StartAsync();
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

var others = new NodeProcesses();
node.MapFrontPage(others);
await node.StartAsync();
var cluster = Cluster.Get(node.Services.GetRequiredService<ActorSystem>());
others.Seed = cluster.SelfAddress.ToString();
cluster.Join(cluster.SelfAddress);
others.Start(2);
others.Start(3);
Console.WriteLine($"Three processes are one cluster. Open {node.Urls.First()} and kill one (Ctrl+C stops all). One more: --join {cluster.SelfAddress}");
await node.WaitForShutdownAsync();
await others.End();
