using System.Diagnostics;
using System.Collections.Concurrent;
using Akka.Actor;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>A queue that also takes messages at its front: an actor that unstashes puts them back in order.</summary>
internal sealed class UnboundedDequeInstrumentedMessageQueue(InstrumentationExtension system, IActorRef owner)
    : InstrumentedMessageQueue(system, owner), IUnboundedDequeBasedMessageQueueSemantics
{
    private readonly ConcurrentQueue<StampedEnvelope> _queue = new();

    // Only the actor itself puts messages to the front, on the thread that also takes them: no concurrency here.
    private readonly Stack<StampedEnvelope> _front = new();
    private StashedParents _parents;

    public override bool HasMessages => _front.Count > 0 || !_queue.IsEmpty;

    public override int Count => _front.Count + _queue.Count;

    public override long OldestEnqueuedAt() => OldestStamp.In(_queue);

    /// <summary>A message comes back from the stash: it waits anew and belongs to the span that it always did.</summary>
    public void EnqueueFirst(Envelope envelope)
    {
        var stamped = Stamped(envelope);
        _front.Push(stamped.Trace is null && stamped.EnqueuedAt == 0
            ? stamped
            : new StampedEnvelope(envelope, stamped.EnqueuedAt, _parents.Of(envelope.Message)));
    }

    protected override void Store(in StampedEnvelope envelope) => _queue.Enqueue(envelope);

    protected override bool TryTake(out StampedEnvelope envelope)
    {
        if (!_front.TryPop(out envelope) && !_queue.TryDequeue(out envelope))
        {
            return false;
        }

        _parents.Remember(envelope.Message, envelope.Trace as Activity);
        return true;
    }
}
