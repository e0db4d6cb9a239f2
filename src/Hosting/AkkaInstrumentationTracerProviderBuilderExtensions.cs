using AkkaInstrumentation;
using Microsoft.Extensions.DependencyInjection;

// The builder's namespace, as in OpenTelemetry's own instrumentations, so that code that uses the builder finds the method.
namespace OpenTelemetry.Trace;

/// <summary>Collects the actors' spans.</summary>
public static class AkkaInstrumentationTracerProviderBuilderExtensions
{
    /// <summary>
    /// Collects the spans of instrumented actors, lets OpenTelemetry's baggage flow with their messages, and adds
    /// <see cref="AkkaInstrumentationControl"/> to the services. A second call has no effect.
    /// </summary>
    /// <param name="builder">The tracer provider's builder.</param>
    /// <returns>The builder.</returns>
    public static TracerProviderBuilder AddAkkaInstrumentation(this TracerProviderBuilder builder)
    {
        ArgumentNullException.ThrowIfNull(builder);
        OpenTelemetryBaggage.Connect();

        // Runs when the provider is built, because spans are collected from then on.
        (builder as IDeferredTracerProviderBuilder)?.Configure((_, _) => SchedulerStart.OfAllSystems());
        return builder.ConfigureServices(services => ControlServices.Add(services, CollectedSignal.Traces))
            .AddSource(AkkaTelemetry.SourceName);
    }

    /// <summary>
    /// The same, and sets options of the spans of the host's actor systems, as <c>services.Configure&lt;AkkaInstrumentationOptions&gt;(...)</c>
    /// does. Options that <c>WithInstrumentation</c> sets take precedence. If several calls set the same value, the last one applies. If the services
    /// have no actor system, the options have no effect, and a warning says so.
    /// </summary>
    /// <param name="builder">The tracer provider's builder.</param>
    /// <param name="configure">Sets options. With null, none are set.</param>
    /// <returns>The builder.</returns>
    public static TracerProviderBuilder AddAkkaInstrumentation(this TracerProviderBuilder builder, Action<AkkaTracingOptions>? configure)
    {
        builder.AddAkkaInstrumentation();
        (builder as IDeferredTracerProviderBuilder)?.Configure((services, _) => ProviderOptions.Check(services));
        return builder.ConfigureServices(services => services.Configure<AkkaInstrumentationOptions>(options => configure?.Invoke(options.Tracing)));
    }
}
