using System.Diagnostics;
using Akka.Actor;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>A queue that also takes messages at its front. An actor that unstashes puts them back there, in order.</summary>
internal abstract class InstrumentedDeque<TStore>(AkkaInstrumentationExtension system, IActorRef owner, TStore store)
    : InstrumentedMessageQueue<DequeStore<TStore>>(system, owner, new(store)), IDequeBasedMessageQueueSemantics, IStashingQueue
    where TStore : struct, IEnvelopeStore
{
    public StashHandoff Handoff => Store.Handoff ??= new StashHandoff();

    /// <summary>
    /// The actor puts a message back, on its own thread. Its wait starts again; its stash history stays. The stash of persistence has no ledger, so its
    /// messages are found by their identity. A message from another stash without a ledger belongs to the current span.
    /// </summary>
    public void EnqueueFirst(Envelope envelope)
    {
        Store.AddFirst(Store.Handoff?.Return(envelope) is { } history
            ? new StampedEnvelope(envelope, Stopwatch.GetTimestamp(), history)
            : Recorder.Relay is PersistentRelay relay ? relay.Returned(envelope)
            : Recorder.Stamp(envelope));
    }
}
