using Akka.Actor;
using Akka.Hosting;
using Microsoft.Extensions.DependencyInjection;
using OpenTelemetry.Logs;
using OpenTelemetry.Metrics;
using OpenTelemetry.Trace;

namespace Shop;

internal static class ThreeCallsSnippet
{
    public static void Run(Microsoft.Extensions.Hosting.HostApplicationBuilder builder)
    {
        // snippet: three-calls
        builder.Services.AddAkka("shop", (akka, services) => akka
            .WithInstrumentation(services)
            .ConfigureLoggers(loggers => loggers.AddLoggerFactory())
            .WithActors((system, registry) => registry.Register<OrderActor>(system.ActorOf<OrderActor>("orders"))));

        builder.Services.AddOpenTelemetry()
            .WithTracing(tracing => tracing.AddAkkaInstrumentation())
            .WithMetrics(metrics => metrics.AddAkkaInstrumentation())
            .WithLogging(logging => logging.AddAkkaInstrumentation());
        // end snippet
    }
}
