using System.Diagnostics.CodeAnalysis;
using Akka.Actor;
using Akka.Actor.Internal;
using Akka.Cluster;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>
/// Akka.Cluster's actor reference provider, with references that take the trace to other nodes. It also begins the cluster's metrics, before any
/// actor of the application. <c>WithInstrumentation()</c> chooses it in the place of Akka's. In HOCON: <c>akka.actor.provider =
/// "AkkaInstrumentation.InstrumentedClusterActorRefProvider, AkkaInstrumentation.Cluster"</c>.
/// </summary>
internal sealed class InstrumentedClusterActorRefProvider : ClusterActorRefProvider, IActorRefProvider, ITracedProvider
{
    private readonly RemoteTracing _tracing = new(typeof(ClusterActorRefProvider).Assembly);

    /// <summary>Called by Akka.</summary>
    /// <param name="systemName">Name of the actor system.</param>
    /// <param name="settings">The system's settings.</param>
    /// <param name="eventStream">The system's event stream.</param>
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicConstructors, typeof(RemoteEnvelopeSerializer))]
    public InstrumentedClusterActorRefProvider(string systemName, Settings settings, EventStream eventStream)
        : base(systemName, settings, eventStream) => RemoteTracing.AddReference(settings, RemoteSettings);

    IEnvelopeTraffic ITracedProvider.Tracing => _tracing;

    // The method is not virtual in Akka. Futures.Ask calls it through the interface, which this class implements again.
    FutureActorRef<T> IActorRefProvider.CreateFutureRef<T>(TaskCompletionSource<T> tcs) =>
        AskRecorder.Around(_tracing.Asks, tcs, CreateFutureRef(tcs));

    /// <inheritdoc />
    public override void Init(ActorSystemImpl system)
    {
        _tracing.Begin(system);
        base.Init(system);
        _tracing.Start(system);
        AkkaClusterInstrumentationExtension.For(system);
    }

    /// <inheritdoc />
    protected override IInternalActorRef CreateRemoteRef(ActorPath actorPath, Address localAddress) =>
        new TracedRemoteActorRef(Transport, localAddress, actorPath, ActorRefs.Nobody, Props.None, Deploy.None);

    /// <inheritdoc />
    protected override IInternalActorRef CreateRemoteRef(Props props, IInternalActorRef supervisor,
        Address localAddress, ActorPath rpath, Deploy deployment) =>
        new TracedRemoteActorRef(Transport, localAddress, rpath, supervisor, props, deployment);
}
