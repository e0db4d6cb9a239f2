using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// Another store with a front, where the actor puts back what it had stashed. The front has no bound. Only the actor
/// itself puts messages there, on the thread that also takes them: no concurrency here, others only count.
/// </summary>
internal struct DequeStore<TStore>(TStore store) : IEnvelopeStore
    where TStore : struct, IEnvelopeStore
{
#pragma warning disable IDE0044 // the store is a struct that changes: if this were readonly, a copy would
    private TStore _store = store;
#pragma warning restore IDE0044
    private Stack<StampedEnvelope>? _front;

    /// <summary>Of an actor that stashes: what it is told here of each message lasts until the next.</summary>
    public StashDesk? Desk;

    public int Count => FrontCount + _store.Count;

    /// <summary>What Akka's priority queues count: the front is not in it.</summary>
    public int CountBehindTheFront => _store.Count;

    public bool IsClosed => _store.IsClosed;

    private readonly int FrontCount => Volatile.Read(in _front)?.Count ?? 0;

    public bool TryAdd(in StampedEnvelope envelope) => _store.TryAdd(envelope);

    /// <summary>Of what is behind the front: only the actor's thread may look at that.</summary>
    public long OldestEnqueuedAt() => _store.OldestEnqueuedAt();

    /// <summary>Of what is behind the front, likewise.</summary>
    public int Senders(Span<IActorRef?> senders) => _store.Senders(senders);

    /// <summary>The front needs no closing: only the actor's thread puts messages there, and that is the one that closes.</summary>
    public void Close() => _store.Close();

    public void AddFirst(in StampedEnvelope envelope) => (_front ??= new()).Push(envelope);

    public bool TryTake(out StampedEnvelope envelope)
    {
        var taken = (_front is { } front && front.TryPop(out envelope)) || _store.TryTake(out envelope);
        Desk?.Given(envelope);
        return taken;
    }
}
