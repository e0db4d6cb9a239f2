using Akka.Actor;
using Akka.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace AkkaInstrumentation.Tests;

internal static class HostingSnippets
{
    public static void ThreeCalls(HostApplicationBuilder builder)
    {
        // snippet: three-calls
        builder.Services.AddAkka("shop", (akka, services) => akka
            .WithInstrumentation()
            .WithActors((system, registry) => registry.Register<OrderActor>(system.ActorOf<OrderActor>("orders"))));

        builder.Services.AddOpenTelemetry()
            .WithTracing(tracing => tracing.AddAkkaInstrumentation())
            .WithMetrics(metrics => metrics.AddAkkaInstrumentation());
        // end snippet
    }

    public static void Options(AkkaConfigurationBuilder akka)
    {
        // snippet: options
        akka.WithInstrumentation(options =>
        {
            options.Tracing.Enabled = true;
            options.Metrics.Enabled = true;
            options.SystemActors = false;
        });
        // end snippet
    }
}
