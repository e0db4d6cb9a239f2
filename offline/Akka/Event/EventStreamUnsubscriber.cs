using Akka.Actor;

namespace Akka.Event;

/// <summary>
/// Watches the actors that have subscriptions. It looks at the subscriptions when it handles a message, and every change
/// of them is followed by one: so the last look is right, whatever the order in which callers came.
/// </summary>
internal sealed class EventStreamUnsubscriber(EventStream eventStream) : ActorBase
{
    private static int s_number;

    private readonly HashSet<IActorRef> _watched = [];

    public static string NextName() => $"EventStreamUnsubscriber-{Interlocked.Increment(ref s_number)}";

    protected override bool Receive(object message)
    {
        switch (message)
        {
            case Check { Subscriber: ActorRefWithCell subscriber }:
                Follow(subscriber);
                return true;
            case Terminated terminated:
                _watched.Remove(terminated.ActorRef);
                eventStream.Unsubscribe(terminated.ActorRef);
                return true;
            default:
                return message is Check;
        }
    }

    private void Follow(IActorRef subscriber)
    {
        if (eventStream.HasSubscriber(subscriber))
        {
            if (_watched.Add(subscriber)) Context.Watch(subscriber);
        }
        else if (_watched.Remove(subscriber))
        {
            Context.Unwatch(subscriber);
        }
    }

    internal sealed record Check(IActorRef Subscriber) : INoSerializationVerificationNeeded, IDeadLetterSuppression;
}
