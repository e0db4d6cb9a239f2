// The samples under Aspire: its dashboard shows traces, metrics, logs and health, links to the pages of the actors, and traces actors fully.
var builder = DistributedApplication.CreateBuilder(args);

builder.AddProject<Projects.WebApi>("shop")
    .WithHttpEndpoint(port: 5080, isProxied: false)
    .WithAkkaDashboard();

// three processes, whose telemetry has the names shop-front and shop-back
builder.AddProject<Projects.ClusterSample>("cluster")
    .WithHttpEndpoint(port: 5081, isProxied: false)
    .WithAkkaDashboard();

builder.Build().Run();
