using Akka.Actor;

namespace Akka.Hosting;

/// <summary>Finds actors by a type that stands for them.</summary>
public interface IReadOnlyActorRegistry : IEnumerable<KeyValuePair<Type, IActorRef>>
{
    bool TryGet<TKey>(out IActorRef actor);
}

/// <summary>Also takes new actors.</summary>
public interface IActorRegistry : IReadOnlyActorRegistry
{
    void Register<TKey>(IActorRef actor, bool overwrite = false);
}
