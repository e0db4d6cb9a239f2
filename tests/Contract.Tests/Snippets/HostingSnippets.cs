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

    public static void AppSettings(HostApplicationBuilder builder)
    {
        // snippet: appsettings
        builder.Services.AddAkka("shop", (akka, services) => akka
            .WithInstrumentation(services));
        // end snippet
    }

    public static void RunTime(IAkkaInstrumentationControl control)
    {
        // snippet: run-time
        control.SamplingRatio = 0.01;
        control.Change("rules.carts { path = \"/user/carts/**\", trace = never }");
        control.TraceFully("/user/orders", TimeSpan.FromMinutes(5));
        // end snippet
    }
}
