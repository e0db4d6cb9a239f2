using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>First in, first out, with a capacity. When it is full, a sender waits until the push time-out at most.</summary>
internal struct BoundedStore(BoundedSettings bounds) : IEnvelopeStore
{
    private FifoStore _store = new();
    private CapacityGate _gate = new(bounds);

    public int Count => _store.Count;

    public bool IsClosed => _gate.IsClosed;

    public bool TryAdd(in StampedEnvelope envelope) => _gate.TryEnter() && _store.TryAdd(envelope);

    // The gate first, so that a sender that the store refuses finds the gate closed. The place of such a sender is not needed any more.
    public void Close()
    {
        _gate.Close();
        _store.Close();
    }

    public long OldestEnqueuedAt() => _store.OldestEnqueuedAt();

    public int Senders(Span<IActorRef?> senders) => _store.Senders(senders);

    public bool TryTake(out StampedEnvelope envelope)
    {
        if (!_store.TryTake(out envelope))
        {
            return false;
        }

        _gate.Leave();
        return true;
    }
}
