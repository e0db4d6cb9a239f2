using Microsoft.Extensions.DependencyInjection;

namespace Akka.DependencyInjection;

/// <summary>A scope of Microsoft's service provider.</summary>
public class ServiceProviderScope : IResolverScope
{
    private readonly IServiceScope _scope;

    public ServiceProviderScope(IServiceScope scope)
    {
        ArgumentNullException.ThrowIfNull(scope);
        _scope = scope;
        Resolver = new ServiceProviderDependencyResolver(scope.ServiceProvider);
    }

    public IDependencyResolver Resolver { get; }

    public void Dispose()
    {
        _scope.Dispose();
        GC.SuppressFinalize(this);
    }
}
