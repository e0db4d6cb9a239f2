using Akka.Actor;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>By priority, without a bound.</summary>
internal sealed class UnboundedPriorityInstrumentedMessageQueue(
    InstrumentationExtension system, IActorRef owner, Func<object, int> priority)
    : InstrumentedPriorityQueue<PriorityStore<PriorityNode>>(system, owner, new(priority)), IUnboundedDequeBasedMessageQueueSemantics;
