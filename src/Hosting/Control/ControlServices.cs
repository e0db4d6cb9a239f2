using Akka.Actor;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Hosting;

namespace AkkaInstrumentation;

/// <summary>
/// Adds the control of the host's actor system to its services, and a check whether there is an actor system to collect from. The OpenTelemetry
/// builders call it, because the service collection is read-only where the actor system is configured.
/// </summary>
internal static class ControlServices
{
    public static void Add(IServiceCollection services, CollectedSignal signal)
    {
        services.AddSingleton(signal);
        services.TryAddSingleton<AkkaInstrumentationControl>(
            provider => AkkaInstrumentationExtension.For(provider.GetRequiredService<ActorSystem>()).Control);
        services.TryAddSingleton<InstrumentedSystems>();
        services.TryAddEnumerable(ServiceDescriptor.Singleton<IHostedService, NothingToCollect>(
            provider => ActivatorUtilities.CreateInstance<NothingToCollect>(provider, services)));
    }
}
