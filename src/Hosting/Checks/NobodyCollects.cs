using Akka.Actor;
using Akka.DependencyInjection;
using Akka.Event;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using OpenTelemetry.Metrics;
using OpenTelemetry.Trace;

namespace AkkaInstrumentation;

/// <summary>
/// Warns once, when a host has started, that its OpenTelemetry collects nothing from its instrumented actor system: <c>AddAkkaInstrumentation()</c> is
/// missing on a builder. A host without OpenTelemetry hears nothing, because others may listen later.
/// </summary>
internal static class NobodyCollects
{
    /// <summary>Called while the host starts. Its OpenTelemetry may start after its actor system.</summary>
    public static void SayWhenStarted(AkkaInstrumentationExtension instrumentation, IDependencyResolver services)
    {
        if (services.GetService<IServiceProviderIsService>() is not { } registered || services.GetService<IHostApplicationLifetime>() is not { } lifetime)
        {
            return;
        }

        var systems = services.GetService<InstrumentedSystems>() ?? new InstrumentedSystems();
        lifetime.ApplicationStarted.Register(() => Say(instrumentation, registered, systems));
    }

    private static void Say(AkkaInstrumentationExtension instrumentation, IServiceProviderIsService registered, InstrumentedSystems systems)
    {
        if (instrumentation.Settings.TracingEnabled && registered.IsService(typeof(TracerProvider)) && !systems.HaveSpanListeners)
        {
            instrumentation.Warnings.Say(Text("traces", "spans", "WithTracing(tracing => tracing"));
        }

        if (instrumentation.Settings.MetricsEnabled && registered.IsService(typeof(MeterProvider)) && !systems.HaveMetricListeners)
        {
            instrumentation.Warnings.Say(Text("metrics", "metrics", "WithMetrics(metrics => metrics"));
        }

        if (!registered.IsService(typeof(AkkaInstrumentationControl)))
        {
            instrumentation.System.Log.Info(
                "{0} is not in the services: AddAkkaInstrumentation() on an OpenTelemetry builder adds it. {1} is the same object.",
                [nameof(AkkaInstrumentationControl), "AkkaInstrumentationExtension.For(system).Control"]);
        }
    }

    private static string Text(string signal, string what, string call) =>
        $"This host collects {signal} with OpenTelemetry, but not the {what} of its actors. Call AddOpenTelemetry().{call}.AddAkkaInstrumentation()).";
}
