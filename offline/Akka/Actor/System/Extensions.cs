namespace Akka.Actor;

/// <summary>Something a system has exactly one of.</summary>
public interface IExtension
{
}

/// <summary>Finds and creates an extension.</summary>
public interface IExtensionId
{
    Type ExtensionType { get; }

    object Apply(ActorSystem system);

    object Get(ActorSystem system);

    object CreateExtension(ExtendedActorSystem system);
}

/// <summary>The same with the extension's type.</summary>
public interface IExtensionId<out T> : IExtensionId
    where T : IExtension
{
    new T Apply(ActorSystem system);

    new T Get(ActorSystem system);

    new T CreateExtension(ExtendedActorSystem system);
}

/// <summary>Base of extension ids; two of the same class name the same extension.</summary>
public abstract class ExtensionIdProvider<T> : IExtensionId<T>
    where T : IExtension
{
    public Type ExtensionType => typeof(T);

    public T Apply(ActorSystem system) => (T)system.RegisterExtension(this);

    public T Get(ActorSystem system) => (T)system.GetExtension(this);

    public abstract T CreateExtension(ExtendedActorSystem system);

    object IExtensionId.Apply(ActorSystem system) => Apply(system);

    object IExtensionId.Get(ActorSystem system) => Get(system);

    object IExtensionId.CreateExtension(ExtendedActorSystem system) => CreateExtension(system);

    public override bool Equals(object? obj) => obj is not null && obj.GetType() == GetType();

    public override int GetHashCode() => GetType().GetHashCode();
}

/// <summary>Shorthands for getting an extension.</summary>
public static class ActorSystemWithExtensions
{
    public static T WithExtension<T>(this ActorSystem system)
        where T : class, IExtension => system.GetExtension<T>();

    public static T WithExtension<T, TI>(this ActorSystem system)
        where T : class, IExtension
        where TI : IExtensionId =>
        system.HasExtension<T>()
            ? system.GetExtension<T>()
            : (T)((IExtensionId)Activator.CreateInstance<TI>()!).Apply(system);
}
