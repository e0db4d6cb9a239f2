using Akka.Actor;
using Akka.Configuration;

namespace Akka.DependencyInjection;

/// <summary>Takes the resolver out of the system's setup.</summary>
public sealed class DependencyResolverExtension : ExtensionIdProvider<DependencyResolver>
{
    public override DependencyResolver CreateExtension(ExtendedActorSystem system)
    {
        var setup = system.Settings.Setup.Get<DependencyResolverSetup>();
        return setup.HasValue
            ? new DependencyResolver(setup.Value.DependencyResolver)
            : throw new ConfigurationException($"The system was made without a {nameof(DependencyResolverSetup)}");
    }
}
