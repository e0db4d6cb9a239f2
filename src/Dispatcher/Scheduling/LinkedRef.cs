using Akka.Actor;
using Akka.Dispatch.SysMsg;

namespace AkkaInstrumentation;

/// <summary>
/// The receiver of one scheduled message, as the scheduler knows it. It refers to the same actor and to the trace in which the message was scheduled.
/// It must be a reference with a cell, because a scheduler wraps messages only for those. No other code sees it.
/// </summary>
internal sealed class LinkedRef(ActorRefWithCell target, ScheduledContext trace) : ActorRefWithCell
{
    public override ActorPath Path => target.Path;

    public override ICell Underlying => target.Underlying;

    public override IEnumerable<IActorRef> Children => target.Children;

    public override IInternalActorRef Parent => target.Parent;

    public override IActorRefProvider Provider => target.Provider;

    public override bool IsLocal => target.IsLocal;

    public override bool IsTerminated => target.IsTerminated;

    public override IInternalActorRef GetSingleChild(string name) => target.GetSingleChild(name);

    public override IActorRef GetChild(IReadOnlyList<string> name) => target.GetChild(name);

    public override void Start() => target.Start();

    public override void Stop() => target.Stop();

    public override void Suspend() => target.Suspend();

    public override void Resume(Exception? causedByFailure = null) => target.Resume(causedByFailure);

    public override void Restart(Exception cause) => target.Restart(cause);

    public override void SendSystemMessage(ISystemMessage message) => target.SendSystemMessage(message);

    protected override void TellInternal(object message, IActorRef sender) => trace.Tell(target, message, sender);
}

/// <summary>
/// The same as <see cref="LinkedRef"/> for an actor of another node. A scheduler wraps no message for those, so it need not be a reference.
/// </summary>
internal sealed class LinkedReceiver(ITracedReceiver target, ScheduledContext trace) : ICanTell
{
    public void Tell(object message, IActorRef sender) => trace.Tell(target, message, sender);
}
