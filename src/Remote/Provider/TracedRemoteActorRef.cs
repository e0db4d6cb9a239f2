using System.Runtime.CompilerServices;
using Akka.Actor;
using Akka.Remote;

namespace AkkaInstrumentation;

/// <summary>
/// A reference to an actor of another node. It captures the context at <c>Tell</c>, before the message is buffered.
/// <para>
/// Akka creates one for the sender of each message that arrives, even if the message is never answered. So it has no extra fields, and looks nothing
/// up until a message needs it.
/// </para>
/// </summary>
internal sealed class TracedRemoteActorRef(
    RemoteTransport transport, Address localAddress, ActorPath path, IInternalActorRef parent, Props props, Deploy deploy)
    : RemoteActorRef(transport, localAddress, path, parent, props, deploy), ITracedReceiver
{
    public override IActorRef GetChild(IReadOnlyList<string> name) => name.Count > 0 && name[0] is not ".."
        ? new TracedRemoteActorRef(((RemoteActorRefProvider)Provider).Transport, LocalAddressToUse,
            Path / name, ActorRefs.Nobody, Props.None, Deploy.None)
        : base.GetChild(name);

    protected override void TellInternal(object message, IActorRef sender)
    {
        WatchedSends.Current?.Sent(message);
        base.TellInternal(RemoteTracing.HasListeners ? TellCore(message, sender) : message, sender);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private object TellCore(object message, IActorRef sender) => ((RemoteTracing)((ITracedProvider)Provider).Tracing).Around(message, Path, sender);
}
