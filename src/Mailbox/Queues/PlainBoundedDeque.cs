using Akka.Actor;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>As <see cref="PlainMessageQueue{TStore}"/>, for kinds whose actors may stash.</summary>
internal sealed class PlainBoundedDeque<TStore>(TStore store, TimeSpan pushTimeOut)
    : PlainMessageQueue<DequeStore<TStore>>(new(store)), IBoundedDequeBasedMessageQueueSemantics
    where TStore : struct, IEnvelopeStore
{
    public TimeSpan PushTimeOut { get; } = pushTimeOut;

    public void EnqueueFirst(Envelope envelope) => Store.AddFirst(new StampedEnvelope(envelope));
}
