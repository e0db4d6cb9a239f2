using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// How a kind of mailbox keeps its messages. Implemented by structs, so that a queue's calls are resolved when it is
/// compiled and cost nothing. Any thread adds and counts; one at a time takes.
/// </summary>
internal interface IEnvelopeStore
{
    int Count { get; }

    /// <summary>It takes no more messages. True at the latest when a sender has been refused for that reason. Any thread.</summary>
    bool IsClosed { get; }

    /// <summary>False when there was no room in time, or the store is closed.</summary>
    bool TryAdd(in StampedEnvelope envelope);

    bool TryTake(out StampedEnvelope envelope);

    /// <summary>
    /// Takes no more messages from now on, for good. What <see cref="TryAdd"/> has accepted, by then or at the same time, can still be taken,
    /// so whoever closes the store and then empties it leaves nothing in it. The thread that takes.
    /// </summary>
    void Close();

    /// <inheritdoc cref="IRecordedQueue.OldestEnqueuedAt"/>
    long OldestEnqueuedAt() => 0;

    /// <inheritdoc cref="IRecordedQueue.Senders"/>
    int Senders(Span<IActorRef?> senders) => 0;
}
