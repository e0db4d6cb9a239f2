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
        var collected = services.GetService<IEnumerable<CollectedSignal>>() ?? [];
        lifetime.ApplicationStarted.Register(() => Say(instrumentation, registered, systems, [.. collected]));
    }

    private static void Say(AkkaInstrumentationExtension instrumentation, IServiceProviderIsService registered, InstrumentedSystems systems, CollectedSignal[] collected)
    {
        var settings = instrumentation.Settings;
        if (settings.TracingEnabled && IsMissing<TracerProvider>(CollectedSignal.Traces) && !systems.HaveSpanListeners)
        {
            instrumentation.Warnings.Say(Text("traces", "spans", "WithTracing(tracing => tracing"));
        }

        if (settings.MetricsEnabled && IsMissing<MeterProvider>(CollectedSignal.Metrics) && !systems.HaveMetricListeners)
        {
            instrumentation.Warnings.Say(Text("metrics", "metrics", "WithMetrics(metrics => metrics"));
        }

        if (!registered.IsService(typeof(AkkaInstrumentationControl)))
        {
            instrumentation.System.Log.Info(
                "{0} is not in the services: AddAkkaInstrumentation() on an OpenTelemetry builder adds it. {1} is the same object.",
                [nameof(AkkaInstrumentationControl), "AkkaInstrumentationExtension.For(system).Control"]);
        }

        bool IsMissing<TProvider>(CollectedSignal signal) => registered.IsService(typeof(TProvider)) && !collected.Contains(signal);
    }

    private static string Text(string signal, string what, string call) =>
        $"This host collects {signal} with OpenTelemetry, but not the {what} of its actors. Call AddOpenTelemetry().{call}.AddAkkaInstrumentation()).";
}

/// <summary>Says in the services that <c>AddAkkaInstrumentation()</c> was called on the builder of a signal.</summary>
internal sealed record CollectedSignal(string Name)
{
    public static readonly CollectedSignal Traces = new("traces");
    public static readonly CollectedSignal Metrics = new("metrics");
    public static readonly CollectedSignal Logs = new("logs");
}
