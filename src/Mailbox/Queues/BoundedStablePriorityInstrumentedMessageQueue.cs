using Akka.Actor;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>By priority, with room for so many messages; messages of one priority in the order of their enqueueing.</summary>
internal sealed class BoundedStablePriorityInstrumentedMessageQueue(
    InstrumentationExtension system, IActorRef owner, Func<object, int> priority, BoundedSettings bounds)
    : InstrumentedPriorityQueue<BoundedStore<PriorityStore<StablePriorityNode>>>(system, owner, new(new(priority), bounds)),
        IBoundedDequeBasedMessageQueueSemantics
{
    public TimeSpan PushTimeOut { get; } = bounds.PushTimeOut;
}
