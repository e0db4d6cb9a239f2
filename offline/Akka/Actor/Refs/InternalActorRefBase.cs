#nullable disable annotations // oblivious, as Akka's own signatures are: sender, name and message may be null

using Akka.Dispatch.SysMsg;

namespace Akka.Actor;

/// <summary>Base of the references this process makes itself.</summary>
public abstract class InternalActorRefBase : ActorRefBase, IInternalActorRef
{
    public abstract IInternalActorRef Parent { get; }

    public abstract IActorRefProvider Provider { get; }

    public abstract bool IsLocal { get; }

    public abstract bool IsTerminated { get; }

    public abstract IActorRef GetChild(IReadOnlyList<string> name);

    public abstract void Resume(Exception causedByFailure = null);

    public abstract void Start();

    public abstract void Stop();

    public abstract void Restart(Exception cause);

    public abstract void Suspend();

    public abstract void SendSystemMessage(ISystemMessage message);
}

/// <summary>A reference without an actor behind it.</summary>
public abstract class MinimalActorRef : InternalActorRefBase
{
    public override IInternalActorRef Parent => ActorRefs.Nobody;

    public override bool IsLocal => true;

    [Obsolete("Use Context.Watch and Receive<Terminated>")]
    public override bool IsTerminated => false;

    public override IActorRef GetChild(IReadOnlyList<string> name) => name.All(string.IsNullOrEmpty) ? this : ActorRefs.Nobody;

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
    }
}

/// <summary>A reference whose actor has a cell.</summary>
public abstract class ActorRefWithCell : InternalActorRefBase
{
    public abstract ICell Underlying { get; }

    public abstract IEnumerable<IActorRef> Children { get; }

    public abstract IInternalActorRef GetSingleChild(string name);
}
