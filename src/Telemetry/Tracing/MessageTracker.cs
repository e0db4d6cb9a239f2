using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// Follows the messages of some recorded traces, from the enqueue until they have been handled. It exists only while a test tracks the messages that
/// it causes. It is called only for messages of recorded traces.
/// </summary>
internal abstract class MessageTracker
{
    /// <summary>Null while no test tracks messages.</summary>
    internal static volatile MessageTracker? Current;

    /// <summary>
    /// The origin of a message in a recorded trace that is about to be enqueued: the same object if no test follows the trace. Sender's thread.
    /// </summary>
    /// <param name="origin">The origin of the message.</param>
    /// <param name="message">The message, a system message, or an event that an actor has asked a journal to write.</param>
    /// <param name="receiver">The mailbox that gets it; a message to null is not followed.</param>
    public static MessageOrigin Follow(MessageOrigin origin, object message, ObservedMailbox? receiver) =>
        receiver is not null && Current?.Sent(origin, message, receiver) is { } followed
            ? new ExtendedOrigin(origin) { TrackedMessage = followed }
            : origin;

    /// <summary>A mailbox is closed: system messages that wait there are not handled. Called once for each.</summary>
    public abstract void Closed(ObservedMailbox mailbox);

    /// <summary>A message goes to another node.</summary>
    /// <param name="origin">The origin of the message.</param>
    /// <param name="message">The message.</param>
    /// <param name="node">The node.</param>
    public abstract void SentToNode(MessageOrigin origin, object message, Address node);

    /// <summary>A message in a recorded trace is about to be enqueued. Returns null if no test follows the trace. Sender's thread.</summary>
    protected abstract TrackedMessage? Sent(MessageOrigin origin, object message, ObservedMailbox receiver);
}
