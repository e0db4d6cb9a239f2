using Akka.Actor;
using Akka.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Shop;

internal static class WorkerPageSnippet
{
    public static IHost Run(int port, params string[] args)
    {
        // snippet: worker-page
        var builder = Host.CreateApplicationBuilder(args);
        builder.Services.AddAkka("shop", (akka, services) => akka
            .WithInstrumentation(services)
            .WithActors((system, registry) => registry.Register<OrderActor>(system.ActorOf<OrderActor>("orders"))));
        builder.Services.AddAkkaDashboard(port); // for example 5090: http://localhost:5090/akka/
        // end snippet
        return builder.Build();
    }
}
