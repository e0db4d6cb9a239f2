using Akka.Actor;

namespace Akka.DependencyInjection;

/// <summary>Gives actors what their constructors ask for.</summary>
public interface IDependencyResolver
{
    T GetService<T>();

    Props Props<T>(params object[] args)
        where T : ActorBase;
}
