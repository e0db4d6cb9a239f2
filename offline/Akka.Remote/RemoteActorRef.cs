#nullable disable annotations // oblivious, as Akka's own signatures are

using Akka.Actor;
using Akka.Dispatch.SysMsg;

namespace Akka.Remote;

/// <summary>A reference to an actor of another system. Offline it carries no system messages: nothing there is watched or deployed.</summary>
public class RemoteActorRef : InternalActorRefBase
{
    private readonly IInternalActorRef _parent;

    public RemoteActorRef(RemoteTransport remote, Address localAddressToUse, ActorPath path, IInternalActorRef parent, Props props, Deploy deploy)
    {
        Remote = remote;
        LocalAddressToUse = localAddressToUse;
        Path = path;
        _parent = parent;
        _ = (props, deploy);
    }

    public Address LocalAddressToUse { get; }

    public override ActorPath Path { get; }

    public override IInternalActorRef Parent => _parent;

    public override IActorRefProvider Provider => Remote.Provider;

    public override bool IsLocal => false;

    [Obsolete("Use Context.Watch and Receive<Terminated>")]
    public override bool IsTerminated => false;

    internal RemoteTransport Remote { get; }

    public override IActorRef GetChild(IReadOnlyList<string> name) =>
        name.Count == 0 ? this : new RemoteActorRef(Remote, LocalAddressToUse, Path / name, ActorRefs.Nobody, Props.None, Deploy.None);

    public override void Resume(Exception causedByFailure = null)
    {
    }

    public override void Start()
    {
    }

    public override void Stop()
    {
    }

    public override void Restart(Exception cause)
    {
    }

    public override void Suspend()
    {
    }

    public override void SendSystemMessage(ISystemMessage message)
    {
    }

    protected override void TellInternal(object message, IActorRef sender)
    {
        if (message is null)
        {
            throw new InvalidMessageException("A message cannot be null.");
        }

        Remote.Send(message, sender, this);
    }
}
