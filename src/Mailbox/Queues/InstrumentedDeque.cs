using Akka.Actor;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>A queue that also takes messages at its front: an actor that unstashes puts them back in order.</summary>
internal abstract class InstrumentedDeque<TStore>(InstrumentationExtension system, IActorRef owner, TStore store)
    : InstrumentedMessageQueue<DequeStore<TStore>>(system, owner, new(store)), IDequeBasedMessageQueueSemantics
    where TStore : struct, IEnvelopeStore
{
    /// <summary>The actor puts a message back, on its own thread.</summary>
    public void EnqueueFirst(Envelope envelope) => Store.AddFirst(Stamped(envelope));
}
