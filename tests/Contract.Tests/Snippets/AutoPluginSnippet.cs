using AkkaInstrumentation;
using OpenTelemetry.Metrics;
using OpenTelemetry.Trace;

namespace Shop;

#pragma warning disable CA1822 // the automatic instrumentation calls them on an object

// snippet: auto-plugin
public class AkkaPlugin
{
    public TracerProviderBuilder BeforeConfigureTracerProvider(TracerProviderBuilder builder) => builder.AddAkkaInstrumentation();

    public MeterProviderBuilder BeforeConfigureMeterProvider(MeterProviderBuilder builder) => builder.AddAkkaInstrumentation();
}
// end snippet
