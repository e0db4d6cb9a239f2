namespace AkkaInstrumentation;

/// <summary>
/// What the recorder of a mailbox is at. The thread that runs the mailbox writes it; only <see cref="Awaiting"/> is what the last run has left to
/// <see cref="RunOwnership"/>, because the next run may have begun by then.
/// <code>
/// event \\ in            Begun      Counting   InMessage  InSystemMessage  Idle       Off
/// a run begins          Begun; Counting if a plain message needs no more; InMessage if one is open; Off if nobody listens
/// plain message         -          Counting   -          -                -          Off
/// other message         InMessage, or Counting if nothing of it is open and what flows is right for a plain one; Off stays Off
/// mailbox is empty      Idle       Idle       Idle       Idle             Idle       Off
/// system message        InSystemMessage                                              Off
/// the run ends          unchanged; Awaiting if the handler of an open message has returned at an await
/// </code>
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
