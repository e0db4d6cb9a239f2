using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>What the watchdog thread reads of a mailbox.</summary>
internal readonly struct WatchedMailbox(MailboxRecorder mailbox)
{
    /// <summary>
    /// The message that the actor handles; null when its cell is not known, when the message has changed during the read, and
    /// while telemetry is at work between two messages. The message type is null while
    /// the actor starts or stops. The number is read before and after the message. Akka increments the number just after it
    /// has set the message. So the message may be the one that gets the next number, but never one that has ended.
    /// </summary>
    public CurrentHandler? Handler
    {
        get
        {
            if (mailbox.IsAtWork || mailbox.Cell is not { } cell)
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
    public int Senders(Span<IActorRef?> senders) => mailbox.Queue is RecordedQueue queue ? queue.Senders(senders) : 0;
}
