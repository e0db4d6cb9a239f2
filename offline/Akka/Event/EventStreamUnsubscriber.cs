using Akka.Actor;

namespace Akka.Event;

/// <summary>Watches the actors that have subscriptions, and ends these when they stop.</summary>
internal sealed class EventStreamUnsubscriber(EventStream eventStream) : ActorBase
{
    protected override bool Receive(object message)
    {
        switch (message)
        {
            case Follow { Subscriber: ActorRefWithCell subscriber }:
                Context.Watch(subscriber);
                return true;
            case Terminated terminated:
                eventStream.Unsubscribe(terminated.ActorRef);
                return true;
            default:
                return message is Follow;
        }
    }

    internal sealed record Follow(IActorRef Subscriber) : IDeadLetterSuppression;
}
