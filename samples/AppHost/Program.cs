// The shop under Aspire: its dashboard shows traces, metrics and logs, and links to the page of the actors.
var builder = DistributedApplication.CreateBuilder(args);

builder.AddProject<Projects.WebApi>("shop")
    .WithHttpEndpoint(port: 5080, isProxied: false)
    .WithUrl("http://localhost:5080/akka/", "Actors");

builder.Build().Run();
