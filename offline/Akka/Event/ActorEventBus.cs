using Akka.Actor;

namespace Akka.Event;

/// <summary>An event bus whose subscribers are actors.</summary>
public abstract class ActorEventBus<TEvent, TClassifier> : EventBus<TEvent, TClassifier, IActorRef>;
