using Microsoft.Extensions.Hosting;
using OpenTelemetry;

namespace Microsoft.Extensions.DependencyInjection;

/// <summary>Adds OpenTelemetry to an application.</summary>
public static class OpenTelemetryServicesExtensions
{
    /// <summary>May be called any number of times; there is one provider of each kind.</summary>
    public static OpenTelemetryBuilder AddOpenTelemetry(this IServiceCollection services)
    {
        ArgumentNullException.ThrowIfNull(services);
        if (!services.Any(s => s.ServiceType == typeof(IHostedService) && s.ImplementationType == typeof(TelemetryHostedService)))
        {
            // First, so that what other services do at their start is seen.
            services.Insert(0, ServiceDescriptor.Singleton<IHostedService, TelemetryHostedService>());
        }

        return new OpenTelemetryBuilder(services);
    }
}
