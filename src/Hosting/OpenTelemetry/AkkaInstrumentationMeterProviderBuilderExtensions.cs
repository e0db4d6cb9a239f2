using AkkaInstrumentation;

// The builder's namespace, as in OpenTelemetry's own instrumentations, so that code that uses the builder finds the method.
namespace OpenTelemetry.Metrics;

/// <summary>Collects the actors' metrics.</summary>
public static class AkkaInstrumentationMeterProviderBuilderExtensions
{
    /// <summary>
    /// Collects the metrics of instrumented actors and adds <see cref="AkkaInstrumentationControl"/> to the services. A second call has no effect.
    /// </summary>
    /// <param name="builder">The meter provider's builder.</param>
    /// <returns>The builder.</returns>
    public static MeterProviderBuilder AddAkkaInstrumentation(this MeterProviderBuilder builder)
    {
        ArgumentNullException.ThrowIfNull(builder);
        return builder.ConfigureServices(services => ControlServices.Add(services, CollectedSignal.Metrics)).AddMeter(AkkaTelemetry.MeterName);
    }
}
