using Akka.Actor;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>What the priority queues share. As in Akka's, messages at the front are given first and counted by nobody.</summary>
internal abstract class InstrumentedPriorityQueue<TStore>(InstrumentationExtension system, IActorRef owner, TStore store)
    : InstrumentedDeque<TStore>(system, owner, store), IBlockingMessageQueueSemantics
    where TStore : struct, IEnvelopeStore
{
    public sealed override int Count => Store.CountBehindTheFront;

    /// <summary>Without effect, as in Akka's: nobody waits for a message.</summary>
    public TimeSpan BlockTimeOut { get; set; } = TimeSpan.FromSeconds(1);
}
