using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// How a kind of mailbox keeps its messages. Implemented by structs, so that a queue's calls are resolved when it is
/// compiled and cost nothing. Any thread adds and counts; one at a time takes.
/// </summary>
internal interface IEnvelopeStore
{
    int Count { get; }

    /// <summary>False when there was no room in time.</summary>
    bool TryAdd(in StampedEnvelope envelope);

    bool TryTake(out StampedEnvelope envelope);

    /// <inheritdoc cref="IRecordedQueue.OldestEnqueuedAt"/>
    long OldestEnqueuedAt() => 0;

    /// <inheritdoc cref="IRecordedQueue.Senders"/>
    int Senders(Span<IActorRef?> senders) => 0;
}
