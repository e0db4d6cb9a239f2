// The samples under Aspire: its dashboard shows traces, metrics and logs, and links to the pages of the actors.
var builder = DistributedApplication.CreateBuilder(args);

builder.AddProject<Projects.WebApi>("shop")
    .WithHttpEndpoint(port: 5080, isProxied: false)
    .WithUrl("http://localhost:5080/akka/", "Actors");

// three processes, whose telemetry has the names shop-front and shop-back
builder.AddProject<Projects.ClusterSample>("cluster")
    .WithHttpEndpoint(port: 5081, isProxied: false)
    .WithUrl("http://localhost:5081/akka/", "Actors");

builder.Build().Run();
