namespace AkkaInstrumentation;

/// <summary>
/// What the recorder of a mailbox is at. The thread that runs the mailbox writes it; only <see cref="Awaiting"/> is what the last run has left to
/// <see cref="RunOwnership"/>, because the next run may have begun by then.
/// <list type="bullet">
/// <item>A run begins: <see cref="Counting"/>; <see cref="Begun"/> if its first message needs a look; <see cref="InMessage"/> if one is open.</item>
/// <item>A message that is only counted: <see cref="Counting"/>.</item>
/// <item>Another message: <see cref="InMessage"/>; <see cref="Counting"/> if nothing of it stays open.</item>
/// <item>The mailbox is empty: <see cref="Idle"/>. A system message: <see cref="InSystemMessage"/>.</item>
/// <item>The run ends: as before; <see cref="Awaiting"/> if the open message's handler does.</item>
/// <item>While nobody listens: <see cref="Off"/>, whatever happens.</item>
/// </list>
/// </summary>
internal enum RecorderState : byte
{
    /// <summary>
    /// A run has begun, and what listeners want of its first message is not known. The first state. On a dispatcher that is not instrumented, it is left
    /// with the first message for good.
    /// </summary>
    Begun,

    /// <summary>No message is open, and what is current is right. A message without a stamp, a trace of its own and a rule is only counted.</summary>
    Counting,

    /// <summary>The actor has a message of which more than the count is recorded, or whose context is not right for the next one.</summary>
    InMessage,

    /// <summary>The actor handles a system message, in whose trace it may send.</summary>
    InSystemMessage,

    /// <summary>The run found the mailbox empty, so no handler of its messages is active.</summary>
    Idle,

    /// <summary>Nobody listens, so there is nothing to record.</summary>
    Off,

    /// <summary>The handler of the open message has returned at an await, and the run has left.</summary>
    Awaiting,
}
