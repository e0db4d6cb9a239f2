using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// The message that an actor handles: the number that Akka gives it, and its type. The type is null when the actor handles no message.
/// </summary>
internal readonly record struct CurrentHandler(int Envelope, Type? Message);

// What the actor does at a moment, for the background thread and for diagnosis. Any thread.
internal sealed partial class MailboxRecorder
{
    /// <summary>
    /// The message that the actor handles; null when its cell is not known, when the message has changed during the read, and
    /// while telemetry is at work between two messages. The message type is null while
    /// the actor starts or stops. The number is read before and after the message. Akka increments the number just after it
    /// has set the message. So the message may be the one that gets the next number, but never one that has ended.
    /// </summary>
    internal CurrentHandler? Handler
    {
        get
        {
            if (IsAtWork || Cell is not { } cell)
            {
                return null;
            }

            var envelope = cell.CurrentEnvelopeId;
            var message = cell.CurrentMessage;
            Interlocked.MemoryBarrier();
            return cell.CurrentEnvelopeId == envelope
                ? new CurrentHandler(envelope, message is null ? null : InnerMessage.Of(message).GetType())
                : null;
        }
    }

    /// <summary>Writes the senders of the messages that have waited longest. Returns how many were found.</summary>
    internal IReadOnlyList<IActorRef?> Senders() => (Queue as RecordedQueue)?.Senders() ?? [];

    public override MailboxState ReadState()
    {
        if (Cell is not { } cell)
        {
            return default;
        }

        var dispatcher = cell.Dispatcher?.Id;
        // A run that has begun before anybody watched is on no thread, but Akka knows its message.
        return !ThreadActivity.IsWatched ? new(ActorDoing.Unknown, null, dispatcher)
            : cell.CurrentMessage is not null || Array.Exists(ThreadActivity.All, reference => reference.TryGetTarget(out var thread) && thread.Mailbox == this)
                ? new(ActorDoing.Working, Handler?.Message is { } handled ? TypeNames.Of(handled) : null, dispatcher)
            : cell.TaskScheduler.CurrentMessage is { } awaited ? new(ActorDoing.Awaiting, TypeNames.Of(InnerMessage.Of(awaited).GetType()), dispatcher)
            : new(ActorDoing.Nothing, null, dispatcher);
    }
}
