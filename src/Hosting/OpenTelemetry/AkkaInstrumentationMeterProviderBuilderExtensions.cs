using OpenTelemetry.Metrics;

namespace AkkaInstrumentation;

/// <summary>Collection of the actors' metrics.</summary>
public static class AkkaInstrumentationMeterProviderBuilderExtensions
{
    /// <summary>
    /// Collects the metrics of instrumented actors. Calling it twice is calling it once.
    /// </summary>
    /// <param name="builder">The meter provider's builder.</param>
    /// <returns>The builder.</returns>
    public static MeterProviderBuilder AddAkkaInstrumentation(this MeterProviderBuilder builder)
    {
        ArgumentNullException.ThrowIfNull(builder);
        return builder.AddMeter(AkkaTelemetry.MeterName);
    }
}
