using Akka.Actor.Internal;

namespace Akka.Actor;

/// <summary>Makes and finds a system's references.</summary>
public interface IActorRefProvider
{
    IInternalActorRef RootGuardian { get; }

    LocalActorRef Guardian { get; }

    LocalActorRef SystemGuardian { get; }

    ActorPath RootPath { get; }

    Task TerminationTask { get; }

    IActorRef DeadLetters { get; }

    Settings Settings { get; }

    IInternalActorRef TempContainer { get; }

    Address DefaultAddress { get; }

    void Init(ActorSystemImpl system);

    ActorPath TempPath();

    void RegisterTempActor(IInternalActorRef actorRef, ActorPath path);

    void UnregisterTempActor(ActorPath path);

    FutureActorRef<T> CreateFutureRef<T>(TaskCompletionSource<T> tcs);

    IInternalActorRef ActorOf(
        ActorSystemImpl system,
        Props props,
        IInternalActorRef supervisor,
        ActorPath path,
        bool systemService,
        Deploy deploy,
        bool lookupDeploy,
        bool async);

    IActorRef ResolveActorRef(ActorPath actorPath);

    IActorRef RootGuardianAt(Address address);
}
