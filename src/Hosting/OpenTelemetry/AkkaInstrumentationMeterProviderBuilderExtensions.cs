using OpenTelemetry.Metrics;

namespace AkkaInstrumentation;

/// <summary>Collection of the actors' metrics.</summary>
public static class AkkaInstrumentationMeterProviderBuilderExtensions
{
    /// <summary>
    /// Collects the metrics of instrumented actors and adds <see cref="IAkkaInstrumentationControl"/> to the services. Calling it
    /// twice is calling it once.
    /// </summary>
    /// <param name="builder">The meter provider's builder.</param>
    /// <returns>The builder.</returns>
    public static MeterProviderBuilder AddAkkaInstrumentation(this MeterProviderBuilder builder)
    {
        ArgumentNullException.ThrowIfNull(builder);
        return builder.ConfigureServices(ControlServices.Add).AddMeter(AkkaTelemetry.MeterName);
    }
}
