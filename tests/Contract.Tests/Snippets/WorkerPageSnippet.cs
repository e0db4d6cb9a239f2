using Akka.Actor;
using Akka.Hosting;
using AkkaInstrumentation;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;

namespace Shop;

internal static class WorkerPageSnippet
{
    public static WebApplication Run(params string[] args)
    {
        // snippet: worker-page
        var builder = WebApplication.CreateBuilder(args); // in the place of Host.CreateApplicationBuilder(args)
        builder.Services.AddAkka("shop", (akka, services) => akka
            .WithInstrumentation(services)
            .WithActors((system, registry) => registry.Register<OrderActor>(system.ActorOf<OrderActor>("orders"))));

        var app = builder.Build();
        app.MapAkkaDashboard("/akka");
        // end snippet
        return app;
    }
}
