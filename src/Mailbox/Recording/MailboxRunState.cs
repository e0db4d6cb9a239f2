namespace AkkaInstrumentation;

/// <summary>What the recording of a mailbox knows about the dispatcher's runnable around it.</summary>
/// <param name="dispatcher">The dispatcher that runs the mailbox.</param>
internal abstract class MailboxRunState(DispatcherMeter dispatcher)
{
    public DispatcherMeter Dispatcher { get; } = dispatcher;

    /// <summary>
    /// Start, in ticks, of the run in which an awaiting handler continues; 0 when the open message began in this run. It belongs to the run that owns
    /// the recorder's open message.
    /// </summary>
    public long ResumedAt { get; set; }
}
