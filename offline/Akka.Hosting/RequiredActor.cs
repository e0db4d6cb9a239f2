using Akka.Actor;

namespace Akka.Hosting;

/// <summary>Looks the actor up when it is first needed.</summary>
public sealed class RequiredActor<TActor> : IRequiredActor<TActor>
{
    private readonly IReadOnlyActorRegistry _registry;

    public RequiredActor(IReadOnlyActorRegistry registry) => _registry = registry;

    public IActorRef ActorRef => _registry.TryGet<TActor>(out var actor)
        ? actor
        : throw new MissingActorRegistryEntryException(
            $"{typeof(TActor)} has no actor; GetAsync waits for one that has not been started yet");
}
