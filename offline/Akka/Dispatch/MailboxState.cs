namespace Akka.Dispatch;

/// <summary>
/// Open or closed, scheduled or idle, awaiting or not, and how often suspended: one int, changed by compare-and-swap only.
/// </summary>
/// <remarks>
/// A sender enqueues and then reads the status; a runner becomes idle and then reads the queue. One of the two sees the
/// other because both first steps are interlocked operations, so every queue must publish with one (ConcurrentQueue does).
/// </remarks>
internal struct MailboxState
{
    private const int Closed = 1;
    private const int Scheduled = 2;
    private const int Awaiting = 4;
    private const int Suspended = 8;

    private int _value;

    public bool IsClosed => (Volatile.Read(ref _value) & Closed) != 0;

    /// <summary>Neither closed, nor suspended, nor awaiting.</summary>
    public bool MayProcessMessages => (Volatile.Read(ref _value) & ~Scheduled) == 0;

    public int SuspendCount => Volatile.Read(ref _value) / Suspended;

    /// <summary>True for the one caller that now has to execute the mailbox.</summary>
    public bool TrySchedule()
    {
        var seen = Volatile.Read(ref _value);
        while ((seen & (Closed | Scheduled)) == 0)
        {
            var before = Interlocked.CompareExchange(ref _value, seen | Scheduled, seen);
            if (before == seen)
            {
                return true;
            }

            seen = before;
        }

        return false;
    }

    /// <summary>Nobody can schedule the mailbox before its dispatcher has attached it.</summary>
    public void HoldUntilAttached() => Interlocked.Or(ref _value, Scheduled);

    public void BecomeIdle() => Interlocked.And(ref _value, ~Scheduled);

    public void BecomeClosed() => Interlocked.Or(ref _value, Closed);

    public void BeginAwait() => Interlocked.Or(ref _value, Awaiting);

    public void EndAwait() => Interlocked.And(ref _value, ~Awaiting);

    public void Suspend() => Interlocked.Add(ref _value, Suspended);

    public void Resume()
    {
        var seen = Volatile.Read(ref _value);
        while (seen >= Suspended)
        {
            var before = Interlocked.CompareExchange(ref _value, seen - Suspended, seen);
            if (before == seen)
            {
                return;
            }

            seen = before;
        }
    }
}
