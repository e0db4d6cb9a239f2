using Akka.Actor;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Hosting;

namespace AkkaInstrumentation;

/// <summary>
/// Puts the control of the host's actor system into its services, and a look at whether there is one to collect from. From the OpenTelemetry builders, because the service collection is
/// read-only where the actor system is configured.
/// </summary>
internal static class ControlServices
{
    public static void Add(IServiceCollection services)
    {
        services.TryAddSingleton<IAkkaInstrumentationControl>(
            provider => InstrumentationExtension.For(provider.GetRequiredService<ActorSystem>()).Control);
        services.TryAddSingleton<InstrumentedSystems>();
        services.TryAddEnumerable(ServiceDescriptor.Singleton<IHostedService, NothingToCollect>());
    }
}
