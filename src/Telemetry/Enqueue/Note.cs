namespace AkkaInstrumentation;

/// <summary>
/// What a sender noted about one message: it stands in the message's place while it waits in a mailbox, and never
/// leaves it. Only messages that are timed or belong to a trace have one, so the node of a queue stays as small as
/// Akka's: between two processors a queue is bound by the memory it moves. Taken from and given back to a
/// <see cref="NotePool"/>.
/// </summary>
internal sealed class Note
{
    /// <summary>The user's message; null in the pool.</summary>
    public object? Message;

    /// <summary>
    /// When it was enqueued, and of how many one was measured then; none when it is not timed. By the time it is received the share may
    /// be another: a message would be measured or traced by a chance that its sender never threw for.
    /// </summary>
    public Chosen Stamp;

    /// <summary>What <see cref="StampedEnvelope.Noted"/> says. In the pool, the next note.</summary>
    public object? Trace;
}
