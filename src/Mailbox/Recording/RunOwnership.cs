namespace AkkaInstrumentation;

/// <summary>
/// The state of a mailbox's recorder. The thread that runs the mailbox writes it. Only <see cref="Awaiting"/> is derived from
/// <see cref="RunOwnership"/>, because the next run may have begun by then.
/// <list type="bullet">
/// <item>A run begins: <see cref="Counting"/>; <see cref="Begun"/> if its first message needs a look; <see cref="InMessage"/> if one is open.</item>
/// <item>A message that is only counted: <see cref="Counting"/>.</item>
/// <item>Another message: <see cref="InMessage"/>; <see cref="Counting"/> if nothing of it stays open.</item>
/// <item>Where unsampled messages leave records: <see cref="Keeping"/> instead of <see cref="Counting"/>.</item>
/// <item>The mailbox is empty: <see cref="Idle"/>. A system message: <see cref="InSystemMessage"/>.</item>
/// <item>The run ends: as before; <see cref="Awaiting"/> if the open message's handler does.</item>
/// <item>While nothing is collected: <see cref="Off"/>, whatever happens.</item>
/// </list>
/// </summary>
internal enum RecorderState : byte
{
    /// <summary>
    /// A run has begun, and nothing is known about its first message yet. This is the first state. On a dispatcher that is not instrumented, the
    /// first message ends it for good.
    /// </summary>
    Begun,

    /// <summary>No message is open, and the current activity is right. A message without a stamp, a trace of its own and a rule is only
    /// counted.</summary>
    Counting,

    /// <summary>The same, while each unsampled message leaves a record.</summary>
    Keeping,

    /// <summary>The actor has a message of which more than the count is recorded, or whose context is not right for the next one.</summary>
    InMessage,

    /// <summary>The actor handles a system message, in whose trace it may send.</summary>
    InSystemMessage,

    /// <summary>The run found the mailbox empty, so no handler of its messages is active.</summary>
    Idle,

    /// <summary>Nothing is collected, so there is nothing to record.</summary>
    Off,

    /// <summary>The handler of the open message has returned at an await, and the run has left.</summary>
    Awaiting,
}

/// <summary>
/// Decides which run may close the open message of a mailbox. A run takes the message when it begins, and leaves it when it has returned from the
/// mailbox. Akka lets the next run begin before that. The mailbox makes sure that runs begin one after the other. Taking is one
/// exchange. Leaving is one compare-and-swap, which fails when the next run has taken over: the message then no longer belongs to the leaving run.
/// </summary>
internal struct RunOwnership
{
    private const int Nobody = 0;
    private const int AwaitingHandler = -1;

    // Runs are numbered from 1. The numbers start again after about two billion runs, so two active runs never have the same number.
    private int _holder;
    private int _runs;

    // The run has found nothing open and opened nothing, so it holds nothing. Running thread.
    private bool _isPassing;

    /// <summary>What the previous run left open.</summary>
    internal enum Left
    {
        /// <summary>Nothing.</summary>
        Nothing,

        /// <summary>Nothing. The values in the fields are obsolete.</summary>
        ObsoleteFields,

        /// <summary>A message whose asynchronous handler has not finished.</summary>
        AwaitingHandler,

        /// <summary>Its last message. That run has not returned yet, and it now detects that it was overtaken.</summary>
        ByARunThatHasNotReturned,
    }

    /// <summary>Whether an instrumented run is on the mailbox. Read by the running thread.</summary>
    public readonly bool IsInRun => _isPassing || Volatile.Read(in _holder) > Nobody;

    /// <summary>Whether a handler awaits, and no run is on the mailbox.</summary>
    public readonly bool IsAwaiting => Volatile.Read(in _holder) == AwaitingHandler;

    /// <summary>Whether no run is on the mailbox and no handler awaits.</summary>
    public readonly bool IsFree => Volatile.Read(in _holder) == Nobody;

    public readonly bool IsHeldBy(int run) => Volatile.Read(in _holder) == run;

    /// <summary>The number of the run that has begun last; 0 before the first. Any thread.</summary>
    public readonly int Last => Volatile.Read(in _runs);

    /// <summary>
    /// A run begins, and takes what is open. When nothing is, it writes only its number, and leaves without an interlocked operation. Returns the
    /// number.
    /// </summary>
    /// <param name="isOpen">Whether the fields have a message.</param>
    /// <param name="left">What the previous run has left.</param>
    public int Begin(bool isOpen, out Left left)
    {
        _isPassing = !isOpen && IsFree;
        var run = _runs = _runs == int.MaxValue ? 1 : _runs + 1;
        left = _isPassing ? Left.Nothing : Interlocked.Exchange(ref _holder, run) switch
        {
            Nobody => Left.ObsoleteFields,
            AwaitingHandler => Left.AwaitingHandler,
            _ => Left.ByARunThatHasNotReturned,
        };
        return run;
    }

    /// <summary>The run opens a message, which it has to end. Running thread.</summary>
    public void Hold()
    {
        if (_isPassing)
        {
            _isPassing = false;
            Volatile.Write(ref _holder, _runs);
        }
    }

    /// <summary>Whether no run has begun after this one.</summary>
    public readonly bool IsLast(int run) => Last == run;

    /// <summary>Returns false when the next run has taken over.</summary>
    public bool Leave(int run, bool awaiting) =>
        Interlocked.CompareExchange(ref _holder, awaiting ? AwaitingHandler : Nobody, run) == run;
}
