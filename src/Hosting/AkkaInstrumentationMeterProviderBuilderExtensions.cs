using AkkaInstrumentation;
using Microsoft.Extensions.DependencyInjection;

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

    /// <summary>
    /// The same, and sets options of the metrics of the host's actor systems, as <c>services.Configure&lt;AkkaInstrumentationOptions&gt;(...)</c>
    /// does. Options that <c>WithInstrumentation</c> sets take precedence. If several calls set the same value, the last one applies. If the services
    /// have no actor system, the options have no effect, and a warning says so.
    /// </summary>
    /// <param name="builder">The meter provider's builder.</param>
    /// <param name="configure">Sets options. With null, none are set.</param>
    /// <returns>The builder.</returns>
    public static MeterProviderBuilder AddAkkaInstrumentation(this MeterProviderBuilder builder, Action<AkkaMetricsOptions>? configure)
    {
        builder.AddAkkaInstrumentation();
        (builder as IDeferredMeterProviderBuilder)?.Configure((services, _) => ProviderOptions.Check(services));
        return builder.ConfigureServices(services => services.Configure<AkkaInstrumentationOptions>(options => configure?.Invoke(options.Metrics)));
    }
}
