using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

// The ends of messages and of runs.
internal partial struct RunRecording
{
    /// <summary>The current message has ended. Returns the time if it was read; otherwise 0.</summary>
    public long CloseLast(MailboxRecorder mailbox)
    {
        var timed = IsTimed(mailbox, _open);
        var now = EndOf(timed);
        var begun = timed ? InstrumentationOverhead.Begin() : 0;
        Close(mailbox, now);
        mailbox.Instrumentation.Cost.End(begun);
        return timed ? now : 0;
    }

    /// <summary>
    /// A system message follows the current message, whose handler does not await. So the handler has ended, unless its failure has yet to be reported.
    /// </summary>
    public void CloseBeforeSystemMessage(MailboxRecorder mailbox)
    {
        if (_open is { IsOpen: true, WillFail: false })
        {
            _open.Failure ??= mailbox.Failures.CountUnseen(mailbox.Failures.UnseenOf(mailbox.Cell), mailbox);
            CloseLast(mailbox);
        }
    }

    /// <summary>The mailbox is closed. Nothing may stay open, unless no run and no handler could close it.</summary>
    public void CloseForGood(MailboxRecorder mailbox)
    {
        if (_open.IsOpen && !_owner.IsFree)
        {
            Close(mailbox, Stopwatch.GetTimestamp());
        }
    }

    /// <summary>The run has returned from the mailbox. The next run may already be active on another thread.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void End(MailboxRecorder mailbox, int run)
    {
        // Otherwise it was light and has opened nothing, or the next run has taken over, and no handler has thrown.
        if (_owner.IsHeldBy(run) || mailbox.Cell?.CurrentMessage is not null)
        {
            EndCore(mailbox, run);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void EndCore(MailboxRecorder mailbox, int run)
    {
        if (!_owner.IsHeldBy(run))
        {
            EndLight(mailbox, run);
            return;
        }

        if (_open.IsOpen)
        {
            EndOpen(mailbox, run);
            return;
        }

        var unseen = mailbox.Failures.UnseenOf(mailbox.Cell);
        if (_owner.Leave(run, awaiting: false) && unseen >= 0)
        {
            mailbox.Failures.CountUnseen(unseen, mailbox);
        }
    }

    // The fields belong to the next run as soon as it has begun.
    private readonly void EndLight(MailboxRecorder mailbox, int run)
    {
        var unseen = mailbox.Failures.UnseenOf(mailbox.Cell);
        if (unseen >= 0)
        {
            Interlocked.MemoryBarrier();
            if (_owner.IsLast(run))
            {
                mailbox.Failures.CountUnseen(unseen, mailbox);
            }
        }
    }

    private void EndOpen(MailboxRecorder mailbox, int run)
    {
        // Copied, and the time read, before the invoke is released. After the release, the fields belong to the next run.
        var last = _open;
        var place = last.IsTraced ? _place : null;
        var span = place?.Span;
        var now = EndOf(IsTimed(mailbox, last));
        var kept = mailbox.Last is { } messages ? messages.Current : default;
        var busyFrom = InvokeRecording.BusyFrom(last, mailbox.Run);
        if (mailbox.Owner.IsAwaiting)
        {
            if (_owner.Leave(run, awaiting: true))
            {
                InvokeRecording.Busy(last, now - busyFrom, mailbox.Run);
            }

            return;
        }

        var slow = mailbox.Candidate.IfSlow(mailbox, last, span, now);
        var unseen = mailbox.Failures.UnseenOf(mailbox.Cell);
        if (_owner.Leave(run, awaiting: false))
        {
            // An idle actor must not keep its last span and exception alive. The next run may already have stored its own here.
            last.Failure ??= mailbox.Failures.CountUnseen(unseen, mailbox);
            kept.End(now, last.Failure is not null);
            if (place is not null)
            {
                // In this order: once the place is empty, the next run may get it and refer to it.
                Interlocked.CompareExchange(ref _place, null, place);
                place.Empty();
            }

            Finish(mailbox, last, span, slow, now, busyFrom);
            Interlocked.CompareExchange(ref _open.Failure, null, last.Failure);
        }
    }

    // For a message that is only watched, the coarse time is enough to decide whether it was slow.
    private static bool IsTimed(MailboxRecorder mailbox, in OpenInvoke invoke) => invoke.IsTimed || mailbox.Last is not null;

    private static long EndOf(bool timed) => timed ? Stopwatch.GetTimestamp() : CoarseClock.Now;

    private void Close(MailboxRecorder mailbox, long now)
    {
        var last = _open;
        var span = TakeSpan();
        var slow = mailbox.Candidate.IfSlow(mailbox, last, span, now);
        _open = default;
        mailbox.Last?.End(now, last.Failure is not null);
        Finish(mailbox, last, span, slow, now, InvokeRecording.BusyFrom(last, mailbox.Run));
        if (mailbox.Run is { ResumedAt: not 0 } run)
        {
            run.ResumedAt = 0;
        }
    }

    private static void Finish(MailboxRecorder mailbox, in OpenInvoke last, Activity? span, RetroactiveSpan? slow, long now, long busyFrom)
    {
        InvokeRecording.Close(last, span, now, mailbox.Run, busyFrom);
        slow?.StartAndStop(mailbox.Instrumentation.RetroactiveSpans, last.IsTimed ? now : Stopwatch.GetTimestamp());
    }
}
