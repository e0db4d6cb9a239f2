using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>By priority, without a capacity limit.</summary>
internal sealed class UnboundedPriorityInstrumentedMessageQueue(
    AkkaInstrumentationExtension system, IActorRef owner, Func<object, int> priority)
    : InstrumentedPriorityQueue<PriorityNode>(system, owner, priority);
