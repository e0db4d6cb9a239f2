using System.Collections.Concurrent;
using Akka.Actor;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>First in, first out, without a bound: the default.</summary>
internal sealed class UnboundedInstrumentedMessageQueue(InstrumentationExtension system, IActorRef owner)
    : InstrumentedMessageQueue(system, owner), IUnboundedMessageQueueSemantics
{
    private readonly ConcurrentQueue<StampedEnvelope> _queue = new();

    public override bool HasMessages => !_queue.IsEmpty;

    public override int Count => _queue.Count;

    public override long OldestEnqueuedAt() => OldestStamp.In(_queue);

    protected override void Store(in StampedEnvelope envelope) => _queue.Enqueue(envelope);

    protected override bool TryTake(out StampedEnvelope envelope) => _queue.TryDequeue(out envelope);
}
