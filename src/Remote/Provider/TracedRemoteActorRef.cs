using Akka.Actor;
using Akka.Remote;

namespace AkkaInstrumentation;

/// <summary>A reference to an actor of another node. It takes the context at <c>Tell</c>, before anything buffers.</summary>
internal sealed class TracedRemoteActorRef : RemoteActorRef
{
    private readonly RemoteTransport _transport;
    private readonly RemoteTracing _tracing;
    private readonly Peer _peer;

    public TracedRemoteActorRef(
        RemoteTracing tracing, RemoteTransport transport, Address localAddress, ActorPath path, IInternalActorRef parent, Props props, Deploy deploy)
        : base(transport, localAddress, path, parent, props, deploy)
    {
        _transport = transport;
        _tracing = tracing;
        _peer = tracing.Peers.For(path.Address);
    }

    public override IActorRef GetChild(IReadOnlyList<string> name) => name.Count > 0 && name[0] is not ".."
        ? new TracedRemoteActorRef(_tracing, _transport, LocalAddressToUse, Path / name, ActorRefs.Nobody, Props.None, Deploy.None)
        : base.GetChild(name);

    protected override void TellInternal(object message, IActorRef sender) => base.TellInternal(_tracing.Around(message, _peer), sender);
}
