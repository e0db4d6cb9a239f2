using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>By priority, without a capacity limit. Messages of the same priority keep the order of their enqueue.</summary>
internal sealed class UnboundedStablePriorityInstrumentedMessageQueue(
    AkkaInstrumentationExtension system, IActorRef owner, Func<object, int> priority)
    : InstrumentedPriorityQueue<StablePriorityNode>(system, owner, priority);
