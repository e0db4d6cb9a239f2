using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// Follows the messages of some recorded traces, from the enqueue until they have been handled. There is none unless a test tracks what it
/// causes. It is asked only for messages of recorded traces.
/// </summary>
internal abstract class MessageTracker
{
    /// <summary>Null while nobody tracks.</summary>
    internal static volatile MessageTracker? Current;

    /// <summary>
    /// The origin of a message in a recorded trace that is about to be enqueued: the same one if nobody follows the trace. Sender's thread.
    /// </summary>
    /// <param name="origin">Where the message is sent.</param>
    /// <param name="message">The message, a system message, or what an actor has asked a journal to write.</param>
    /// <param name="receiver">The mailbox that gets it; null is followed by nobody.</param>
    public static MessageOrigin Follow(MessageOrigin origin, object message, ObservedMailbox? receiver) =>
        receiver is not null && Current?.Sent(origin, message, receiver) is { } followed
            ? new ExtendedOrigin(origin) { TrackedMessage = followed }
            : origin;

    /// <summary>A mailbox is closed: system messages that wait there are not handled. Called once for each.</summary>
    public abstract void Closed(ObservedMailbox mailbox);

    /// <summary>A message goes to another node.</summary>
    /// <param name="origin">Where it is sent.</param>
    /// <param name="message">The message.</param>
    /// <param name="node">The node.</param>
    public abstract void SentToNode(MessageOrigin origin, object message, Address node);

    /// <summary>A message in a recorded trace is about to be enqueued. Returns null if nobody follows the trace. Sender's thread.</summary>
    protected abstract TrackedMessage? Sent(MessageOrigin origin, object message, ObservedMailbox receiver);
}
