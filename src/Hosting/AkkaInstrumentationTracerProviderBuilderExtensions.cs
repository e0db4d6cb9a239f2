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

        // When the provider is built: from then on somebody listens to spans.
        (builder as IDeferredTracerProviderBuilder)?.Configure((_, _) => SchedulerStart.OfAllSystems());
        return builder.ConfigureServices(services => ControlServices.Add(services, CollectedSignal.Traces))
            .AddSource(AkkaTelemetry.SourceName);
    }

    /// <summary>
    /// The same, and sets options of the spans of the host's actor systems, as <c>services.Configure&lt;AkkaInstrumentationOptions&gt;(...)</c>
    /// does. Options that <c>WithInstrumentation</c> sets take precedence. Of several calls each value's last one applies.
    /// Where the services have no actor system, nobody reads the options: a warning says so.
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
