using Akka.Actor;

namespace AkkaInstrumentation;

// What the watchers read, on a thread of their own.
internal sealed partial class MailboxRecorder
{
    internal InstrumentationExtension Instrumentation => _system;

    /// <summary>Null before the actor has started.</summary>
    internal ActorTypeInfo? Type => _type;

    /// <summary>The actor has stopped.</summary>
    internal bool IsGone => Volatile.Read(ref Place) == -1;

    /// <summary>
    /// What the actor works on, if its cell is known. The message is null while it starts, stops or is between two messages.
    /// The number is read on both sides of the message; Akka counts just after it has set the message, so the message may be the one that
    /// gets the next number, and never one that is over.
    /// </summary>
    internal CurrentHandler? Handler
    {
        get
        {
            if (Cell is not { } cell)
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

    /// <summary>Never throws: a mailbox may hold a user's queue.</summary>
    internal int DepthOrNone
    {
        get
        {
            try
            {
                return Depth;
            }
            catch (Exception e)
            {
                TelemetryFault.Report(TelemetryFault.Queue, e);
                return 0;
            }
        }
    }

    /// <summary>Senders of the messages that wait longest; how many were found.</summary>
    internal int Senders(Span<IActorRef?> senders) => _queue is IRecordedQueue queue ? queue.Senders(senders) : 0;
}
