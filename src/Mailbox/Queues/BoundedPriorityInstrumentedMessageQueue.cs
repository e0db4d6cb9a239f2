using Akka.Actor;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>By priority, with room for so many messages.</summary>
internal sealed class BoundedPriorityInstrumentedMessageQueue(
    InstrumentationExtension system, IActorRef owner, Func<object, int> priority, BoundedSettings bounds)
    : InstrumentedPriorityQueue<BoundedStore<PriorityStore<PriorityNode>>>(system, owner, new(new(priority), bounds)),
        IBoundedDequeBasedMessageQueueSemantics
{
    public TimeSpan PushTimeOut { get; } = bounds.PushTimeOut;
}
