using OpenTelemetry.Trace;

namespace AkkaInstrumentation;

/// <summary>Collection of the actors' spans.</summary>
public static class AkkaInstrumentationTracerProviderBuilderExtensions
{
    /// <summary>
    /// Collects the spans of instrumented actors, lets OpenTelemetry's baggage flow with their messages, and adds
    /// <see cref="IAkkaInstrumentationControl"/> to the services. Calling it twice is calling it once.
    /// </summary>
    /// <param name="builder">The tracer provider's builder.</param>
    /// <returns>The builder.</returns>
    public static TracerProviderBuilder AddAkkaInstrumentation(this TracerProviderBuilder builder)
    {
        ArgumentNullException.ThrowIfNull(builder);
        OpenTelemetryBaggage.Connect();
        return builder.ConfigureServices(ControlServices.Add).AddSource(AkkaTelemetry.SourceName);
    }
}
