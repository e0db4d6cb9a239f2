namespace AkkaInstrumentation;

/// <summary>
/// Who may close the invoke that a mailbox has open. A run takes it when it begins and leaves it when it has returned;
/// Akka lets the next run begin before that. Runs begin one after the other (the mailbox sees to it), so taking needs
/// no interlocking unless the last run has not left yet, and leaving is one compare-and-swap: it fails when the next
/// run has taken over, and then the invoke is no longer the leaving run's to touch.
/// </summary>
internal struct InvokeOwner
{
    private const int Nobody = 0;
    private const int AwaitingHandler = -1;

    // Runs are numbered from 1 on and again after two thousand million: two of one number are never about at once.
    private int _holder;
    private int _runs;

    /// <summary>What the run before left behind.</summary>
    internal enum Left
    {
        /// <summary>Nothing: whatever stands in the fields is over.</summary>
        Nothing,

        /// <summary>An asynchronous handler that has not finished.</summary>
        AwaitingHandler,

        /// <summary>Its last invoke: it has not returned yet and now finds that it was overtaken.</summary>
        ByARunThatHasNotReturned,
    }

    /// <summary>Whether a run of ours is on the mailbox. Asked by the running thread.</summary>
    public readonly bool IsHeld => Volatile.Read(in _holder) > Nobody;

    /// <summary>Whether neither a run is on the mailbox nor a handler awaits.</summary>
    public readonly bool IsFree => Volatile.Read(in _holder) == Nobody;

    public readonly bool IsHeldBy(int run) => Volatile.Read(in _holder) == run;

    public int Take(out Left left)
    {
        var run = _runs == int.MaxValue ? 1 : _runs + 1;
        _runs = run;
        var before = Volatile.Read(in _holder);
        if (before == Nobody)
        {
            Volatile.Write(ref _holder, run);
        }
        else
        {
            before = Interlocked.Exchange(ref _holder, run);
        }

        left = before switch
        {
            Nobody => Left.Nothing,
            AwaitingHandler => Left.AwaitingHandler,
            _ => Left.ByARunThatHasNotReturned,
        };
        return run;
    }

    /// <summary>Returns false when the next run has taken over.</summary>
    public bool Leave(int run, bool awaiting) =>
        Interlocked.CompareExchange(ref _holder, awaiting ? AwaitingHandler : Nobody, run) == run;
}
