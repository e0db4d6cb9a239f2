using Akka.Actor;
using Akka.Remote;

namespace AkkaInstrumentation;

/// <summary>A reference to an actor of another node. It takes the context at <c>Tell</c>, before anything buffers.</summary>
internal sealed class TracedRemoteActorRef : RemoteActorRef, ITracedReceiver
{
    private readonly RemoteTransport _transport;
    private readonly RemoteTracing _tracing;
    private Peer _peer;

    public TracedRemoteActorRef(
        RemoteTracing tracing, RemoteTransport transport, Address localAddress, ActorPath path, IInternalActorRef parent, Props props, Deploy deploy)
        : base(transport, localAddress, path, parent, props, deploy)
    {
        _transport = transport;
        _tracing = tracing;
        _peer = tracing.Peers.For(path.Address);
    }

    // A node to which nobody sends is forgotten. Two threads take the same new one.
    private Peer Peer => _peer.IsDropped ? _peer = _tracing.Peers.For(Path.Address) : _peer;

    public override IActorRef GetChild(IReadOnlyList<string> name) => name.Count > 0 && name[0] is not ".."
        ? new TracedRemoteActorRef(_tracing, _transport, LocalAddressToUse, Path / name, ActorRefs.Nobody, Props.None, Deploy.None)
        : base.GetChild(name);

    protected override void TellInternal(object message, IActorRef sender) => base.TellInternal(_tracing.Around(message, Peer), sender);
}
