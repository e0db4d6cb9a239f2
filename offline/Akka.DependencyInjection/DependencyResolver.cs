using Akka.Actor;

namespace Akka.DependencyInjection;

/// <summary>The dependency resolver of a system.</summary>
public sealed class DependencyResolver : IExtension
{
    public DependencyResolver(IDependencyResolver resolver) => Resolver = resolver;

    public IDependencyResolver Resolver { get; }

    public static DependencyResolver For(ActorSystem actorSystem) =>
        actorSystem.WithExtension<DependencyResolver, DependencyResolverExtension>();
}
