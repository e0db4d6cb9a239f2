using Akka.Actor;
using Akka.Actor.Internal;

namespace Akka.Event;

/// <summary>The main event bus of a system: loggers, dead letters and what applications publish.</summary>
public class EventStream : LoggingBus
{
    private readonly bool _debug;
    private volatile IActorRef? _unsubscriber;

    public EventStream(bool debug)
    {
        _debug = debug;
    }

    public override bool Subscribe(IActorRef subscriber, Type channel)
    {
        ThrowIfNull(subscriber);
        ArgumentNullException.ThrowIfNull(channel);
        if (_debug) PublishDebug(Logging.SimpleName(this), $"subscribing {subscriber} to channel {channel}");
        var subscribed = base.Subscribe(subscriber, channel);
        _unsubscriber?.Tell(new EventStreamUnsubscriber.Check(subscriber), ActorRefs.NoSender);
        return subscribed;
    }

    public override bool Unsubscribe(IActorRef subscriber, Type channel)
    {
        ThrowIfNull(subscriber);
        var unsubscribed = base.Unsubscribe(subscriber, channel);
        _unsubscriber?.Tell(new EventStreamUnsubscriber.Check(subscriber), ActorRefs.NoSender);
        if (_debug) PublishDebug(Logging.SimpleName(this), $"unsubscribing {subscriber} from channel {channel}");
        return unsubscribed;
    }

    public override bool Unsubscribe(IActorRef subscriber)
    {
        ThrowIfNull(subscriber);
        var unsubscribed = base.Unsubscribe(subscriber);
        _unsubscriber?.Tell(new EventStreamUnsubscriber.Check(subscriber), ActorRefs.NoSender);
        if (_debug) PublishDebug(Logging.SimpleName(this), $"unsubscribing {subscriber} from all channels");
        return unsubscribed;
    }

    /// <summary>From now on subscribers that terminate are unsubscribed, earlier ones too.</summary>
    public void StartUnsubscriber(ActorSystemImpl system)
    {
        var unsubscriber = system.SystemActorOf(Props.Create(() => new EventStreamUnsubscriber(this)), EventStreamUnsubscriber.NextName());
        _unsubscriber = unsubscriber;
        foreach (var subscriber in Subscribers) unsubscriber.Tell(new EventStreamUnsubscriber.Check(subscriber), ActorRefs.NoSender);
    }

    private static void ThrowIfNull(IActorRef subscriber)
    {
        if (subscriber is null) throw new ArgumentNullException(nameof(subscriber), "The subscriber cannot be a null actor.");
    }
}
