using Akka.Actor;
using Akka.Actor.Internal;
using Akka.Event;
using Akka.Serialization;

namespace AkkaInstrumentation;

/// <summary>
/// Akka's actor reference provider of a system without other nodes, with references that measure and trace an <c>Ask</c>.
/// <c>WithInstrumentation()</c> chooses it in the place of Akka's. In HOCON:
/// <c>akka.actor.provider = "AkkaInstrumentation.InstrumentedLocalActorRefProvider, AkkaInstrumentation.Insight"</c>. For everything else it calls
/// Akka's own provider, which it contains, because that class is sealed.
/// </summary>
internal sealed class InstrumentedLocalActorRefProvider : IActorRefProvider
{
    private readonly LocalActorRefProvider _akkas;
    private AskRecorder? _asks;

    /// <summary>Called by Akka.</summary>
    /// <param name="systemName">Name of the actor system.</param>
    /// <param name="settings">The system's settings.</param>
    /// <param name="eventStream">The system's event stream.</param>
    public InstrumentedLocalActorRefProvider(string systemName, Settings settings, EventStream eventStream) =>
        _akkas = new(systemName, settings, eventStream);

    IInternalActorRef IActorRefProvider.RootGuardian => _akkas.RootGuardian;

    LocalActorRef IActorRefProvider.Guardian => _akkas.Guardian;

    LocalActorRef IActorRefProvider.SystemGuardian => _akkas.SystemGuardian;

    IActorRef IActorRefProvider.DeadLetters => _akkas.DeadLetters;

    IActorRef IActorRefProvider.IgnoreRef => _akkas.IgnoreRef;

    ActorPath IActorRefProvider.RootPath => _akkas.RootPath;

    Settings IActorRefProvider.Settings => _akkas.Settings;

    Deployer IActorRefProvider.Deployer => _akkas.Deployer;

    IInternalActorRef IActorRefProvider.TempContainer => _akkas.TempContainer;

    Task IActorRefProvider.TerminationTask => _akkas.TerminationTask;

    Address IActorRefProvider.DefaultAddress => _akkas.DefaultAddress;

    Information IActorRefProvider.SerializationInformation => _akkas.SerializationInformation;

    void IActorRefProvider.Init(ActorSystemImpl system)
    {
        _akkas.Init(system);
        Volatile.Write(ref _asks, new AskRecorder(AkkaInstrumentationExtension.For(system)));
    }

    FutureActorRef<T> IActorRefProvider.CreateFutureRef<T>(TaskCompletionSource<T> tcs) =>
        AskRecorder.Around(Volatile.Read(ref _asks), tcs, _akkas.CreateFutureRef(tcs));

    IActorRef IActorRefProvider.RootGuardianAt(Address address) => _akkas.RootGuardianAt(address);

    ActorPath IActorRefProvider.TempPath() => _akkas.TempPath();

    void IActorRefProvider.RegisterTempActor(IInternalActorRef actorRef, ActorPath path) => _akkas.RegisterTempActor(actorRef, path);

    void IActorRefProvider.UnregisterTempActor(ActorPath path) => _akkas.UnregisterTempActor(path);

    IInternalActorRef IActorRefProvider.ActorOf(
        ActorSystemImpl system, Props props, IInternalActorRef supervisor, ActorPath path, bool systemService, Deploy deploy, bool lookupDeploy,
        bool async) =>
        _akkas.ActorOf(system, props, supervisor, path, systemService, deploy, lookupDeploy, async);

    IActorRef IActorRefProvider.ResolveActorRef(string path) => _akkas.ResolveActorRef(path);

    IActorRef IActorRefProvider.ResolveActorRef(ActorPath actorPath) => _akkas.ResolveActorRef(actorPath);

    Address IActorRefProvider.GetExternalAddressFor(Address address) => _akkas.GetExternalAddressFor(address);
}
