using AkkaInstrumentation;
using Microsoft.Extensions.DependencyInjection;

// The builder's namespace, as in OpenTelemetry's own instrumentations, so that code that uses the builder finds the method.
namespace OpenTelemetry.Logs;

/// <summary>Connects lines that are logged through Akka with the actors' spans.</summary>
public static class AkkaInstrumentationLoggerProviderBuilderExtensions
{
    /// <summary>
    /// Gives the record of each line that an actor logs through Akka the trace id, the span id and the flags of the span in which it was logged. Akka
    /// hands lines over on another thread, where a record would get the trace id only. Call it before the exporters, because processors run in the
    /// order of the calls. Lines reach OpenTelemetry through Akka.Hosting's <c>AddLoggerFactory()</c> or another logger that writes to
    /// <c>ILogger</c>. It also adds <see cref="AkkaInstrumentationControl"/> to the services. A second call has no effect.
    /// </summary>
    /// <param name="builder">The logger provider's builder.</param>
    /// <returns>The builder.</returns>
    public static LoggerProviderBuilder AddAkkaInstrumentation(this LoggerProviderBuilder builder)
    {
        ArgumentNullException.ThrowIfNull(builder);
        var isFirst = false;
        builder.ConfigureServices(services =>
        {
            ControlServices.Add(services);
            if (services.All(service => service.ServiceType != typeof(LogEventProcessor)))
            {
                services.AddSingleton<LogEventProcessor>();
                isFirst = true;
            }
        });
        return isFirst ? builder.AddProcessor<LogEventProcessor>() : builder;
    }
}
