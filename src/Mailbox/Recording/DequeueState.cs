namespace AkkaInstrumentation;

/// <summary>
/// What the next <c>TryDequeue</c> of a mailbox has to record. A mailbox is in one of these states. The thread that runs the mailbox writes it.
/// </summary>
internal enum DequeueState : byte
{
    /// <summary>
    /// Records the end of the previous message and everything about the next one. This is the first state. On a dispatcher that is not instrumented, it
    /// is nearly the only one, because no instrumented run asks who listens.
    /// </summary>
    Everything,

    /// <summary>
    /// The first message of a light run. Nothing is open, and nothing is current. A message without metadata and without a rule is counted, and gets
    /// the thread's last non-recording activity if that is the one of its trace.
    /// </summary>
    First,

    /// <summary>No invoke is open, and the current activity is right. A message without metadata and without a rule is only counted.</summary>
    OnlyCount,

    /// <summary>As in <see cref="Everything"/>. The run found the mailbox empty, so no handler of its messages is active.</summary>
    FoundEmpty,

    /// <summary>Nobody listens, so there is nothing to record.</summary>
    Nothing,
}
