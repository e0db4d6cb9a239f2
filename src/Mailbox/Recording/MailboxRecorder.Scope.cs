using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

// The life of the open message: it begins, may fail, awaits and goes on, and ends once. Who may end it, RunOwnership decides.
internal sealed partial class MailboxRecorder
{
    /// <summary>What the recorder is at. Exact on the running thread.</summary>
    internal RecorderState State => _owner.IsAwaiting ? RecorderState.Awaiting : _state;

    private bool IsOpen => _open.Info is not null;

    private void Open(in MessageScope message)
    {
        _owner.Hold();
        _open = message;
    }

    private void Fail(PendingFailure failure)
    {
        if (IsOpen)
        {
            _open.Failure = failure;
        }
    }

    // A run begins that has found the fields in use.
    private void TakeOver(RunOwnership.Left left)
    {
        if (left == RunOwnership.Left.ObsoleteFields)
        {
            _open = default;
            Resume(at: 0);
        }
        else if (left == RunOwnership.Left.AwaitingHandler)
        {
            Resume(_open.Measured.IsNone ? 0 : Stopwatch.GetTimestamp());
        }
        else if (IsOpen && !IsAwaiting)
        {
            // The last run has not returned yet.
            End(Stopwatch.GetTimestamp());
        }
    }

    // The handler of the current message has ended, and the run goes on. Returns the time if it was read; otherwise 0.
    private long EndMessage()
    {
        var isTimed = IsTimed(_open);
        var now = EndOf(isTimed);
        var begun = isTimed ? SystemMetrics.BeginWork() : 0;
        End(now);
        _system.Metrics.EndWork(begun);
        return isTimed ? now : 0;
    }

    // The run ends, and owns the fields or not.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void LeaveMessage(int run)
    {
        if (!_owner.IsHeldBy(run))
        {
            var failed = Failures.UnseenOf(Cell);
            Interlocked.MemoryBarrier();
            if (failed >= 0 && _owner.IsLast(run))
            {
                CountUnseen(failed);
            }
        }
        else if (IsOpen && IsAwaiting)
        {
            Await(run);
        }
        else
        {
            End(EndOf(IsTimed(_open)), run);
        }
    }

    private void Await(int run)
    {
        var last = _open;
        var busy = EndOf(IsTimed(last)) - BusyFrom(last);
        last.Tracked?.Awaits();
        if (_owner.Leave(run, awaiting: true))
        {
            last.Busy(busy, _dispatcher);
        }
    }

    // The mailbox is closed. Nothing may stay open, unless no run and no handler could close it. Akka never resumes a handler that awaits now.
    private void CloseForGood()
    {
        if (IsOpen && !_owner.IsFree)
        {
            _open.IsCutOff = _open.Failure is null && IsAwaiting;
            End(Stopwatch.GetTimestamp());
        }
    }

    // The one end. All is read before the message is released: after that, the fields belong to the next run.
    private void End(long now, int leavingRun = 0)
    {
        var last = _open;
        var kept = Last is { } messages ? messages.Current : default;
        var busyFrom = BusyFrom(last);
        var slow = last.Info is null ? null : Candidate.IfSlow(this, last, now);
        var unseen = last.IsCutOff ? -1 : Failures.UnseenOf(Cell);
        if (leavingRun == 0)
        {
            _open = default;
            Resume(at: 0);
        }
        else if (_owner.Leave(leavingRun, awaiting: false))
        {
            Forget(last);
        }
        else
        {
            return;
        }

        last.Failure ??= CountUnseen(unseen);
        if (last.Info is not null)
        {
            kept.End(now, last.Failure is not null);
            last.End(now, this, busyFrom);
            slow?.StartAndStop(_system.RetroactiveLimits, last.IsTimed ? now : Stopwatch.GetTimestamp());
        }
    }

    // An idle actor must not keep its last span and exception alive. The next run may already have stored its own here.
    private void Forget(in MessageScope last)
    {
        Interlocked.CompareExchange(ref _open.Span, null, last.Span);
        Interlocked.CompareExchange(ref _open.Failure, null, last.Failure);
        if (last.Tracked is not null)
        {
            Interlocked.CompareExchange(ref _open.Tracked, null, last.Tracked);
        }
    }

    private void Resume(long at)
    {
        if (_resumedAt != at)
        {
            _resumedAt = at;
        }
    }

    // The time from which the message has occupied a thread. In the run that began the message: the start of the message. In a later run, after
    // an await: the start of that run.
    private long BusyFrom(in MessageScope message) => _resumedAt != 0 ? _resumedAt : message.Measured.Ticks;

    // For a message that is only watched, the coarse time is enough to decide whether it was slow.
    private static long EndOf(bool isTimed) => isTimed ? Stopwatch.GetTimestamp() : CoarseClock.Now;

    private bool IsTimed(in MessageScope message) => message.IsTimed || Last is not null;
}
