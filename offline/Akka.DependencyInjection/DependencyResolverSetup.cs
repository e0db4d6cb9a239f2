using Akka.Actor.Setup;

namespace Akka.DependencyInjection;

/// <summary>Brings a resolver into a new system.</summary>
public class DependencyResolverSetup : Setup
{
    private DependencyResolverSetup(IDependencyResolver resolver) => DependencyResolver = resolver;

    public IDependencyResolver DependencyResolver { get; }

    public static DependencyResolverSetup Create(IServiceProvider provider) => new(new ServiceProviderDependencyResolver(provider));
}
