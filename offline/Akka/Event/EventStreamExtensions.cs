using Akka.Actor;

namespace Akka.Event;

/// <summary>Subscribing by type argument.</summary>
public static class EventStreamExtensions
{
    public static bool Subscribe<TChannel>(this EventStream eventStream, IActorRef subscriber) =>
        eventStream.Subscribe(subscriber, typeof(TChannel));

    public static bool Unsubscribe<TChannel>(this EventStream eventStream, IActorRef subscriber) =>
        eventStream.Unsubscribe(subscriber, typeof(TChannel));
}
