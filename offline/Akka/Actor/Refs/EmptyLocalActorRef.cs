using Akka.Dispatch.SysMsg;
using Akka.Event;

namespace Akka.Actor;

/// <summary>A path at which there is no actor: what it is told becomes a dead letter.</summary>
public class EmptyLocalActorRef(IActorRefProvider provider, ActorPath path, EventStream eventStream) : MinimalActorRef
{
    public override ActorPath Path => path;

    public override IActorRefProvider Provider => provider;

    [Obsolete("Use Context.Watch and Receive<Terminated>")]
    public override bool IsTerminated => true;

    public override void SendSystemMessage(ISystemMessage message) => SpecialHandle(message, provider.DeadLetters);

    protected override void TellInternal(object message, IActorRef sender)
    {
        switch (message)
        {
            case null:
                throw new InvalidMessageException("A message cannot be null.");
            case DeadLetter letter:
                if (!SpecialHandle(letter.Message, letter.Sender))
                {
                    TakeLetter(letter, eventStream);
                }

                break;
            default:
                if (!SpecialHandle(message, sender))
                {
                    eventStream.Publish(new DeadLetter(message, sender ?? provider.DeadLetters, this));
                }

                break;
        }
    }

    /// <summary>Answers what even the dead must answer.</summary>
    protected virtual bool SpecialHandle(object message, IActorRef sender)
    {
        switch (message)
        {
            case Watch { Watchee: var watchee, Watcher: var watcher }:
                if (Represents(watchee) && !watcher.Equals(this))
                {
                    watcher.SendSystemMessage(new DeathWatchNotification(watchee, existenceConfirmed: false, addressTerminated: false));
                }

                return true;
            case Unwatch:
                return true;
            case Identify identify:
                sender.Tell(new ActorIdentity(identify.MessageId, null), ActorRefs.NoSender);
                return true;
            case ActorSelectionMessage { Message: Identify identify } selection:
                if (!selection.WildCardFanOut)
                {
                    sender.Tell(new ActorIdentity(identify.MessageId, null), ActorRefs.NoSender);
                }

                return true;
            case ActorSelectionMessage selection:
                eventStream.Publish(new DeadLetter(selection.Message, sender ?? provider.DeadLetters, this));
                return true;
            case IDeadLetterSuppression suppressed:
                eventStream.Publish(new SuppressedDeadLetter(suppressed, sender ?? provider.DeadLetters, this));
                return true;
            default:
                return false;
        }
    }

    private protected virtual bool Represents(IActorRef watchee) => watchee.Equals(this);

    private protected virtual void TakeLetter(DeadLetter letter, EventStream eventStream)
    {
        // Published when it became one.
    }
}

/// <summary>Publishes what could not be delivered.</summary>
public class DeadLetterActorRef(IActorRefProvider provider, ActorPath path, EventStream eventStream)
    : EmptyLocalActorRef(provider, path, eventStream)
{
    private protected override bool Represents(IActorRef watchee) => !watchee.Equals(this);

    private protected override void TakeLetter(DeadLetter letter, EventStream eventStream) => eventStream.Publish(letter);
}
