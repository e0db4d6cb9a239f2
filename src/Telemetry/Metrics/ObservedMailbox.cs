using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// A mailbox as collectors and spans see it. The class that records a mailbox's messages derives from it. The fields are those that a walk over
/// all mailboxes reads.
/// </summary>
internal abstract class ObservedMailbox
{
    /// <summary>Its place in the <see cref="MailboxRegistry"/> plus 1; 0 before it has one, -1 afterwards.</summary>
    internal int Place;

    /// <summary>Its depth, as recorded by runs.</summary>
    internal DepthRecording Depths;

    /// <summary>The number of waiting messages. Any thread. Passes on exceptions of a user's queue.</summary>
    public abstract int Depth { get; }

    /// <summary>
    /// <see cref="System.Diagnostics.Stopwatch"/> ticks at which the first waiting message with a timestamp was enqueued; 0 when unknown. Collector's
    /// thread.
    /// </summary>
    public abstract long OldestEnqueuedAt { get; }

    /// <summary>Message counts by type. Any thread.</summary>
    public abstract MessageCells Cells { get; }

    public abstract IActorRef Self { get; }

    /// <summary>The actor's path without the address. Made once.</summary>
    public abstract string Path { get; }

    /// <summary>The place of the actor if it is a sharded entity or below one; else null. Running thread.</summary>
    public virtual EntityPath? Entity => EntityPath.Of(Path);

    /// <summary>The wait of the message that is being processed, if it is known. Running thread, inside the message.</summary>
    public abstract TimeSpan? CurrentWait { get; }

    /// <summary>The actor's last messages, the latest first; null when they are not kept. Any thread.</summary>
    public virtual IReadOnlyList<AkkaRecordedMessage>? ReadLastMessages() => null;

    /// <summary>The actor has not handled its current message. Running thread, inside the message.</summary>
    public virtual void NoteUnhandled()
    {
    }

    /// <summary>The actor has stopped.</summary>
    public bool IsGone => Volatile.Read(ref Place) == -1;

    /// <summary>The number of waiting messages. Never throws, although a mailbox may contain a user's queue.</summary>
    public int DepthOrNone
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
}

/// <summary>The message queue of an instrumented mailbox.</summary>
internal interface IObservedQueue
{
    ObservedMailbox Observed { get; }
}
