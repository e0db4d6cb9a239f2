using Akka.Actor.Internal;
using Akka.Dispatch;
using Akka.Dispatch.SysMsg;
using Akka.Event;

namespace Akka.Actor;

/// <summary>The actor at the root; also finds /temp and /deadLetters.</summary>
internal sealed class RootGuardianRef(
    ActorSystemImpl system,
    Props props,
    MessageDispatcher dispatcher,
    MailboxType mailboxType,
    IInternalActorRef supervisor,
    ActorPath path,
    IInternalActorRef deadLetters,
    IInternalActorRef temp)
    : LocalActorRef(system, props, dispatcher, mailboxType, supervisor, path)
{
    public override IInternalActorRef Parent => this;

    public override IInternalActorRef GetSingleChild(string name) => name switch
    {
        "temp" => temp,
        "deadLetters" => deadLetters,
        _ => base.GetSingleChild(name),
    };
}

/// <summary>The parent of the root: when the root is gone, so is the system.</summary>
internal sealed class RootSupervisor(
    ActorPath path, IActorRefProvider provider, TaskCompletionSource terminated, ILoggingAdapter log) : MinimalActorRef
{
    public override ActorPath Path => path;

    public override IActorRefProvider Provider => provider;

    public override void SendSystemMessage(ISystemMessage message)
    {
        switch (message)
        {
            case Failed failed:
                log.Error(failed.Cause, "the root [{0}] failed, the system stops", failed.Child);
                ((IInternalActorRef)failed.Child).Stop();
                break;
            case DeathWatchNotification:
                terminated.TrySetResult();
                break;
        }
    }
}
