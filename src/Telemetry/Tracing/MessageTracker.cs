using System.Diagnostics;
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

/// <summary>
/// A message that somebody follows until it has been handled. There is one only while a test tracks the message's trace. Each call reports what has
/// happened to the message. Any thread.
/// </summary>
internal abstract class TrackedMessage
{
    /// <summary>Its handler begins, with this span; null for none.</summary>
    public abstract void Began(Activity? span);

    /// <summary>Its handler has released the thread, and goes on later.</summary>
    public abstract void Awaits();

    /// <summary>Its handler has ended.</summary>
    /// <param name="isCutOff">It awaited when its actor stopped, and never goes on.</param>
    public abstract void Ended(bool isCutOff = false);

    /// <summary>Its actor keeps it, and may put it back into the mailbox after the handler's end.</summary>
    public abstract void Stashed();

    /// <summary>It is in the mailbox again.</summary>
    public abstract void Unstashed();

    /// <summary>Nobody handles it any more.</summary>
    public abstract void Lost();
}
