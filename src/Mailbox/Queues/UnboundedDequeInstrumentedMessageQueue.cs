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

    public override bool HasMessages => _front.Count > 0 || !_queue.IsEmpty;

    public override int Count => _front.Count + _queue.Count;

    public void EnqueueFirst(Envelope envelope) => _front.Push(Stamped(envelope));

    protected override void Store(in StampedEnvelope envelope) => _queue.Enqueue(envelope);

    protected override bool TryTake(out StampedEnvelope envelope) =>
        _front.TryPop(out envelope) || _queue.TryDequeue(out envelope);
}
