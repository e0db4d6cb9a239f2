using Akka.Actor;
using Microsoft.Extensions.DependencyInjection;

namespace Akka.DependencyInjection;

/// <summary>Resolves from Microsoft's service provider.</summary>
public class ServiceProviderDependencyResolver : IDependencyResolver
{
    public ServiceProviderDependencyResolver(IServiceProvider serviceProvider) => ServiceProvider = serviceProvider;

    public IServiceProvider ServiceProvider { get; }

    public T GetService<T>() => ServiceProvider.GetService<T>()!;

    public Props Props(Type type, params object[] args)
    {
        ArgumentNullException.ThrowIfNull(type);
        return typeof(ActorBase).IsAssignableFrom(type)
            ? Actor.Props.CreateBy(new ResolvedActorProducer(ServiceProvider, type, args))
            : throw new ArgumentException($"{type} is no actor", nameof(type));
    }

    public Props Props<T>(params object[] args)
        where T : ActorBase => Props(typeof(T), args);
}
