using AkkaInstrumentation;

// The builder's namespace, as in OpenTelemetry's own instrumentations, so that code that uses the builder finds the method.
namespace OpenTelemetry.Trace;

/// <summary>Collects the actors' spans.</summary>
public static class AkkaInstrumentationTracerProviderBuilderExtensions
{
    private static readonly object Built = new();

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
        return builder.ConfigureServices(services => ControlServices.Add(services, CollectedSignal.Traces))
            .AddSource(AkkaTelemetry.SourceName).AddInstrumentation(StartSchedulers);
    }

    // Called when the provider is built: from now on somebody listens to spans.
    private static object StartSchedulers()
    {
        SchedulerStart.OfAllSystems();
        return Built;
    }
}
