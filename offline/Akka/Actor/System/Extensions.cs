namespace Akka.Actor;

/// <summary>Something a system has exactly one of.</summary>
public interface IExtension
{
}

/// <summary>Creates an extension.</summary>
public interface IExtensionId
{
    Type ExtensionType { get; }

    object Apply(ActorSystem system);

    object CreateExtension(ExtendedActorSystem system);
}

/// <summary>Base of extension ids; two of the same class name the same extension.</summary>
public abstract class ExtensionIdProvider<T> : IExtensionId
    where T : IExtension
{
    public Type ExtensionType => typeof(T);

    public T Apply(ActorSystem system) => (T)system.RegisterExtension(this);

    public abstract T CreateExtension(ExtendedActorSystem system);

    object IExtensionId.Apply(ActorSystem system) => Apply(system);

    object IExtensionId.CreateExtension(ExtendedActorSystem system) => CreateExtension(system);
}

/// <summary>Shorthands for getting an extension.</summary>
public static class ActorSystemWithExtensions
{
    public static T WithExtension<T, TI>(this ActorSystem system)
        where T : class, IExtension
        where TI : IExtensionId =>
        system.TryGetExtension<T>(out var known) ? known : (T)((IExtensionId)Activator.CreateInstance<TI>()!).Apply(system);
}
