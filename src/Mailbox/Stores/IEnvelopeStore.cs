using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// How a kind of mailbox keeps its messages. Structs implement it, so that the compiler resolves a queue's calls and they cost nothing. Any thread
/// adds and counts. One thread at a time takes.
/// </summary>
internal interface IEnvelopeStore
{
    int Count { get; }

    /// <summary>The store takes no more messages. When a sender has been refused for that reason, this is already true. Any thread.</summary>
    bool IsClosed { get; }

    /// <summary>False when there was no room in time, or when the store is closed.</summary>
    bool TryAdd(in StampedEnvelope envelope);

    bool TryTake(out StampedEnvelope envelope);

    /// <summary>
    /// Closes the store for good. Messages that <see cref="TryAdd"/> has accepted, before or at the same time, can still be taken. So closing and
    /// then emptying the store leaves nothing in it. Called on the thread that takes.
    /// </summary>
    void Close();

    /// <inheritdoc cref="RecordedQueue.OldestEnqueuedAt"/>
    long OldestEnqueuedAt() => 0;

    /// <inheritdoc cref="RecordedQueue.Senders"/>
    int Senders(Span<IActorRef?> senders) => 0;
}
