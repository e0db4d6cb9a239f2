using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>By priority. The message for which the user's generator returns the lowest number comes first.</summary>
internal readonly struct PriorityStore<TNode>(Func<object, int> priority) : IEnvelopeStore
    where TNode : struct, IHeapNode<TNode>
{
    private readonly EnvelopeHeap<TNode> _heap = new(priority);

    public int Count => _heap.Count;

    public bool IsClosed => _heap.IsClosed;

    public bool TryAdd(in StampedEnvelope envelope) => _heap.TryAdd(envelope);

    public void Close() => _heap.Close();

    public long OldestEnqueuedAt() => _heap.OldestEnqueuedAt();

    public int Senders(Span<IActorRef?> senders) => _heap.Senders(senders);

    public bool TryTake(out StampedEnvelope envelope) => _heap.TryTake(out envelope);
}
