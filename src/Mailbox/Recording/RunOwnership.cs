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

    /// <summary>What the previous run left open.</summary>
    internal enum Left
    {
        /// <summary>Nothing. The values in the fields are obsolete.</summary>
        Nothing,

        /// <summary>An asynchronous handler that has not finished.</summary>
        AwaitingHandler,

        /// <summary>Its last message. That run has not returned yet, and it now detects that it was overtaken.</summary>
        ByARunThatHasNotReturned,
    }

    /// <summary>Whether an instrumented run is on the mailbox. Read by the running thread.</summary>
    public readonly bool IsHeld => Volatile.Read(in _holder) > Nobody;

    /// <summary>Whether no run is on the mailbox and no handler awaits.</summary>
    public readonly bool IsFree => Volatile.Read(in _holder) == Nobody;

    public readonly bool IsHeldBy(int run) => Volatile.Read(in _holder) == run;

    /// <summary>A run begins, and takes what is open. Returns its number.</summary>
    public int Take(out Left left)
    {
        var run = Pass();
        left = Interlocked.Exchange(ref _holder, run) switch
        {
            Nobody => Left.Nothing,
            AwaitingHandler => Left.AwaitingHandler,
            _ => Left.ByARunThatHasNotReturned,
        };
        return run;
    }

    /// <summary>
    /// A run begins that takes nothing yet, because nothing is open. It writes only its number, and leaves without an interlocked operation. Returns
    /// the number. Only when <see cref="IsFree"/>.
    /// </summary>
    public int Pass() => _runs = _runs == int.MaxValue ? 1 : _runs + 1;

    /// <summary>The run that has passed so far takes the message. Running thread.</summary>
    public void Hold() => Volatile.Write(ref _holder, _runs);

    /// <summary>Whether no run has begun after this one.</summary>
    public readonly bool IsLast(int run) => Volatile.Read(in _runs) == run;

    /// <summary>Returns false when the next run has taken over.</summary>
    public bool Leave(int run, bool awaiting) =>
        Interlocked.CompareExchange(ref _holder, awaiting ? AwaitingHandler : Nobody, run) == run;
}
