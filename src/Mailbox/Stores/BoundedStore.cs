using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>Another store with room for so many messages: who comes when it is full waits for the push time-out at most.</summary>
internal struct BoundedStore<TStore>(TStore store, BoundedSettings bounds) : IEnvelopeStore
    where TStore : struct, IEnvelopeStore
{
#pragma warning disable IDE0044 // the store is a struct that changes: if this were readonly, a copy would
    private TStore _store = store;
#pragma warning restore IDE0044
    private CapacityGate _gate = new(bounds);

    public int Count => _store.Count;

    public bool IsClosed => _gate.IsClosed;

    public bool TryAdd(in StampedEnvelope envelope) => _gate.TryEnter() && _store.TryAdd(envelope);

    // The gate first: a sender that the store refuses finds it closed. The place that such a sender has taken nobody wants any more.
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
