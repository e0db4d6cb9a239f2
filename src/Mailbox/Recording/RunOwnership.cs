namespace AkkaInstrumentation;

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

        /// <summary>An asynchronous handler that has not finished.</summary>
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
    /// A run begins, and takes what is open. When nothing is, it writes only its number, and leaves without an interlocked operation. Returns the number.
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
