using Akka.Actor;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>By priority, without a bound; messages of one priority in the order of their enqueueing.</summary>
internal sealed class UnboundedStablePriorityInstrumentedMessageQueue(
    InstrumentationExtension system, IActorRef owner, Func<object, int> priority)
    : InstrumentedPriorityQueue<PriorityStore<StablePriorityNode>>(system, owner, new(priority)), IUnboundedDequeBasedMessageQueueSemantics;
