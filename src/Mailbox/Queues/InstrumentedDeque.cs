using System.Diagnostics;
using Akka.Actor;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>A queue that also takes messages at its front: an actor that unstashes puts them back in order.</summary>
internal abstract class InstrumentedDeque<TStore>(InstrumentationExtension system, IActorRef owner, TStore store)
    : InstrumentedMessageQueue<DequeStore<TStore>>(system, owner, new(store)), IDequeBasedMessageQueueSemantics, IStashingQueue
    where TStore : struct, IEnvelopeStore
{
    public StashDesk Desk => Store.Desk ??= new StashDesk();

    /// <summary>
    /// The actor puts a message back, on its own thread: it waits anew and keeps its story. From a stash that has no
    /// books, an actor's own or persistence's, it belongs to the span that is current here.
    /// </summary>
    public void EnqueueFirst(Envelope envelope)
    {
        Store.AddFirst(Store.Desk?.Return(envelope) is { } story
            ? new StampedEnvelope(envelope, Stopwatch.GetTimestamp(), story)
            : Stamped(envelope));
    }
}
