using Akka.Actor;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>Base of the priority queues. As in Akka's, messages at the front come first and are not in the count.</summary>
internal abstract class InstrumentedPriorityQueue<TNode>(AkkaInstrumentationExtension system, IActorRef owner, Func<object, int> priority)
    : InstrumentedDeque<PriorityStore<TNode>>(system, owner, new(priority)), IUnboundedDequeBasedMessageQueueSemantics, IBlockingMessageQueueSemantics
    where TNode : struct, IHeapNode<TNode>
{
    public sealed override int Count => Store.CountBehindTheFront;

    /// <summary>Without effect, as in Akka's queue, because no thread waits for a message.</summary>
    public TimeSpan BlockTimeOut { get; set; } = TimeSpan.FromSeconds(1);
}
