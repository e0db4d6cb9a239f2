using Akka.Actor;
using Akka.Actor.Internal;

namespace Akka.Event;

/// <summary>The main event bus of a system: loggers, dead letters and what applications publish.</summary>
public class EventStream : LoggingBus
{
    private volatile IActorRef? _follower;

    /// <param name="debug">In Akka: whether subscriptions are logged. Here they are not.</param>
    public EventStream(bool debug)
    {
    }

    public override bool Subscribe(IActorRef subscriber, Type channel)
    {
        ArgumentNullException.ThrowIfNull(subscriber);
        ArgumentNullException.ThrowIfNull(channel);
        var subscribed = base.Subscribe(subscriber, channel);
        _follower?.Tell(new EventStreamUnsubscriber.Follow(subscriber), ActorRefs.NoSender);
        return subscribed;
    }

    public override bool Unsubscribe(IActorRef subscriber)
    {
        ArgumentNullException.ThrowIfNull(subscriber);
        return base.Unsubscribe(subscriber);
    }

    /// <summary>From now on subscribers that terminate are unsubscribed, earlier ones too.</summary>
    public void StartUnsubscriber(ActorSystemImpl system)
    {
        var unsubscriber = system.SystemActorOf(Props.Create(() => new EventStreamUnsubscriber(this)), "event-stream-unsubscriber");
        _follower = unsubscriber;
        foreach (var subscriber in Subscribers)
        {
            unsubscriber.Tell(new EventStreamUnsubscriber.Follow(subscriber), ActorRefs.NoSender);
        }
    }
}
