using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// Another store with a front, to which the actor returns stashed messages. The front has no capacity limit. Only the actor puts messages there, on
/// the thread that also takes them. So there is no concurrency here; other threads only read the count.
/// </summary>
internal struct DequeStore<TStore>(TStore store) : IEnvelopeStore
    where TStore : struct, IEnvelopeStore
{
#pragma warning disable IDE0044 // the store is a struct that changes: if this were readonly, a copy would
    private TStore _store = store;
#pragma warning restore IDE0044
    private Stack<StampedEnvelope>? _front;

    /// <summary>The handoff of an actor that stashes. What the store writes there about a message is valid until the next message.</summary>
    public StashHandoff? Handoff;

    public int Count => FrontCount + _store.Count;

    /// <summary>The count as in Akka's priority queues, which excludes the front.</summary>
    public int CountBehindTheFront => _store.Count;

    public bool IsClosed => _store.IsClosed;

    private readonly int FrontCount => Volatile.Read(in _front)?.Count ?? 0;

    public bool TryAdd(in StampedEnvelope envelope) => _store.TryAdd(envelope);

    /// <summary>Only messages behind the front, because only the actor's thread may read the front.</summary>
    public long OldestEnqueuedAt() => _store.OldestEnqueuedAt();

    /// <summary>Only messages behind the front, for the same reason.</summary>
    public int Senders(Span<IActorRef?> senders) => _store.Senders(senders);

    /// <summary>The front needs no closing. Only the actor's thread puts messages there, and the same thread closes the store.</summary>
    public void Close() => _store.Close();

    public void AddFirst(in StampedEnvelope envelope) => (_front ??= new()).Push(envelope);

    public bool TryTake(out StampedEnvelope envelope)
    {
        var taken = (_front is { } front && front.TryPop(out envelope)) || _store.TryTake(out envelope);
        Handoff?.Given(envelope);
        return taken;
    }
}
