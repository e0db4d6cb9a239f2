using Akka.Hosting;
using AkkaInstrumentation;
using ClusterSample;
using OpenTelemetry.Metrics;
using OpenTelemetry.Trace;

// Three nodes of one cluster in this process. Node 1 takes orders, node 2 and 3 keep them.
var builder = WebApplication.CreateBuilder(args);
builder.Logging.AddFilter("Microsoft", LogLevel.Warning);
if (builder.Configuration["urls"] is null)
{
    builder.WebHost.UseUrls("http://localhost:5081");
}

builder.Services.AddAkka("shop", (akka, _) => akka.AddNode(1, "front").WithInstrumentation().WithCustomers());
builder.Services.AddOpenTelemetry()
    .WithTracing(tracing => tracing.AddAkkaInstrumentation())
    .WithMetrics(metrics => metrics.AddAkkaInstrumentation());

var page = builder.Build();
page.MapAkkaDashboard("/akka").AllowAnonymous(); // this sample has no secrets
page.MapGet("/", () => Results.Redirect("/akka"));

IHost[] nodes = [page, Back(2), Back(3)];
foreach (var node in nodes)
{
    await node.StartAsync();
}

Console.WriteLine($"Three nodes are up. Open {page.Urls.First()}/akka and look at the traces.");
await page.WaitForShutdownAsync();
await Task.WhenAll(nodes.Skip(1).Select(node => node.StopAsync()));

static IHost Back(int number)
{
    var node = Host.CreateApplicationBuilder();
    node.Logging.AddFilter("Microsoft", LogLevel.Warning);
    node.Services.AddAkka("shop", (akka, _) => akka.AddNode(number, "back").WithInstrumentation().WithOrders());
    return node.Build();
}
