using Akka.Actor;

namespace Akka.Hosting;

/// <summary>Finds actors by a type that stands for them.</summary>
public interface IReadOnlyActorRegistry : IEnumerable<KeyValuePair<Type, IActorRef>>
{
    bool TryGet<TKey>(out IActorRef actor);

    bool TryGet(Type key, out IActorRef actor);

    IActorRef Get<TKey>();

    /// <summary>Waits until the actor is registered.</summary>
    Task<IActorRef> GetAsync<TKey>(CancellationToken ct = default);

    Task<IActorRef> GetAsync(Type key, CancellationToken ct = default);
}

/// <summary>Also takes new actors.</summary>
public interface IActorRegistry : IReadOnlyActorRegistry
{
    void Register<TKey>(IActorRef actor, bool overwrite = false);

    bool TryRegister<TKey>(IActorRef actor, bool overwrite = false);

    bool TryRegister(Type key, IActorRef actor, bool overwrite = false);
}
