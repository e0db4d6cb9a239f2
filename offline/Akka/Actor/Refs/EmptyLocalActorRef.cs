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

    internal EventStream EventStream => eventStream;

    public override void SendSystemMessage(ISystemMessage message) => SpecialHandle(message, provider.DeadLetters);

    protected override void TellInternal(object message, IActorRef sender)
    {
        if (message is null)
        {
            throw new InvalidMessageException("Message is null");
        }

        if (message is DeadLetter letter)
        {
            SpecialHandle(letter.Message, letter.Sender);
        }
        else if (!SpecialHandle(message, sender))
        {
            eventStream.Publish(new DeadLetter(message, sender ?? provider.DeadLetters, this));
        }
    }

    /// <summary>Answers what even the dead must answer.</summary>
    protected virtual bool SpecialHandle(object message, IActorRef sender)
    {
        switch (message)
        {
            case Watch watch:
                if (watch.Watchee.Equals(this) && !watch.Watcher.Equals(this))
                {
                    watch.Watcher.SendSystemMessage(new DeathWatchNotification(watch.Watchee, existenceConfirmed: false, addressTerminated: false));
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
}

/// <summary>Publishes what could not be delivered.</summary>
public class DeadLetterActorRef(IActorRefProvider provider, ActorPath path, EventStream eventStream)
    : EmptyLocalActorRef(provider, path, eventStream)
{
    protected override void TellInternal(object message, IActorRef sender)
    {
        if (message is null)
        {
            throw new InvalidMessageException("Message is null");
        }

        if (message is DeadLetter letter)
        {
            if (!SpecialHandle(letter.Message, letter.Sender))
            {
                EventStream.Publish(letter);
            }
        }
        else if (!SpecialHandle(message, sender))
        {
            EventStream.Publish(new DeadLetter(message, sender ?? Provider.DeadLetters, this));
        }
    }

    protected override bool SpecialHandle(object message, IActorRef sender)
    {
        if (message is not Watch watch)
        {
            return base.SpecialHandle(message, sender);
        }

        if (!watch.Watchee.Equals(this) && !watch.Watcher.Equals(this))
        {
            watch.Watcher.SendSystemMessage(new DeathWatchNotification(watch.Watchee, existenceConfirmed: false, addressTerminated: false));
        }

        return true;
    }
}
