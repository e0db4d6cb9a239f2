using Akka.Actor;

namespace Akka.DependencyInjection;

/// <summary>Gives actors what their constructors ask for.</summary>
public interface IDependencyResolver
{
    IResolverScope CreateScope();

    T GetService<T>();

    object GetService(Type type);

    Props Props(Type type, params object[] args);

    Props Props(Type type);

    Props Props<T>(params object[] args)
        where T : ActorBase;
}

/// <summary>Services that end with the scope.</summary>
public interface IResolverScope : IDisposable
{
    IDependencyResolver Resolver { get; }
}
