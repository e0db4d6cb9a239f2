using System.Diagnostics;
using System.Runtime.CompilerServices;
using Akka.Actor;

namespace AkkaInstrumentation;

// The messages of the mailbox. Most messages are only counted when they are taken. For the others, MessageOpening decides what is recorded. An open
// message begins, may fail, may await and continue, and ends once. RunOwnership decides who may end it.
internal sealed partial class MailboxRecorder
{
    public override TimeSpan? CurrentWait => _open is { Info: not null, Waited: >= 0 and var ticks } ? Stopwatch.GetElapsedTime(0, ticks) : null;

    // Whether the current activity after a message without a span is also right for the next message, if that one has no trace of its own.
    private bool NextMayBePlain => SendersDraw && (!_toSpans || !(Candidate.WatchesTimes || _system.Roots.AsksSdk));

    /// <summary>The actor gets a message without a time.</summary>
    /// <param name="next">The message.</param>
    /// <param name="origin">Null, or <see cref="NonRecordingContext.WithoutId"/>.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void NextPlain(Envelope next, MessageOrigin? origin)
    {
        if (IsRecording && !TryCount(next.Message, origin))
        {
            NextMessage(taken: true, new StampedEnvelope(next.Message, next.Sender, default, origin));
        }
    }

    /// <summary>
    /// Counts a message that needs only a count. Returns false when the message needs <see cref="NextMessage"/>. Nothing here can throw, and it
    /// writes only the count and the start time.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryCount(in StampedEnvelope next) => next.Stamp.IsNone && TryCount(next.Message, next.Origin);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryCount(object message, MessageOrigin? origin)
    {
        if (_state != RecorderState.Counting
            || _cells.FindPlain(message.GetType()) is not { } cell
            || (_toSpans && !StaysUnsampled(cell.Info, origin)))
        {
            return false;
        }

        if (_toCounts)
        {
            cell.Count();
        }

        return true;
    }

    /// <summary>The mailbox was found empty. Returns false when that needs <see cref="NextMessage"/>, because something is still open.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryEnd()
    {
        if (_state != RecorderState.Counting || Observer is not null)
        {
            return false;
        }

        _state = RecorderState.Idle;
        return true;
    }

    /// <summary>The actor has finished its last message, if any. It now gets <paramref name="next"/>, or the mailbox is empty.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void NextMessage(bool taken, StampedEnvelope next)
    {
        if (_state == RecorderState.Keeping && TryKeep(taken, next))
        {
            return;
        }

        IsAtWork = true;
        try
        {
            var now = EndKept(_isOpen && IsInRun ? EndMessage() : 0);
            EndSystemMessage();
            if (!taken)
            {
                _state = RecorderState.Idle;
                Observer?.Rests();
            }
            else
            {
                _systemMessage.HasMessage();
                if ((_type ?? AttachToOwner()) is { } type)
                {
                    BeginMessage(type, next, now);
                }

                _state = !_isOpen && NextMayBePlain && IsInRun ? Plain : RecorderState.InMessage;
            }
        }
        catch (Exception e)
        {
            // No error of the instrumentation or of a listener may lose a message. This message may have been opened, so the next one must close it.
            _state = RecorderState.InMessage;
            TelemetryFault.Report(TelemetryFault.Listener, e);
        }

        IsAtWork = false;
    }

    // Like the previous message, this one has no trace of its own, so only its start time has to be kept.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool StaysUnsampled(MessageTypeInfo info, MessageOrigin? origin)
    {
        var now = CoarseClock.Now;
        var need = info.ActivityNeed;
        if (NeedsActivity(need, now)
            || !(origin is null || ReferenceEquals(origin, NonRecordingContext.WithoutId))
            || Candidate.HasMore
            || !HandlerContext.TryContinue(need.WithoutActivity))
        {
            return false;
        }

        Candidate.BeginPlain(now);
        return true;
    }

    private void BeginMessage(ActorTypeInfo actor, in StampedEnvelope next, long now)
    {
        // Without an instrumented run, the end of the last message of a batch is not seen. So there is no span and no processing time, and each
        // message checks what is collected.
        var isInRun = IsInRun;
        if (!isInRun)
        {
            Follow(_system.Settings.Rules);
            Listen(_system.Settings, mayTrace: true);
        }

        var cell = _cells.For(actor, _rules!, next.Message.GetType());
        var (info, verdict, isPlain) = (cell.Info, cell.Verdict, cell.IsPlain);
        if (!isPlain)
        {
            // The type is one of Akka's wrappers, shares its cell with other types, or matches a rule.
            (cell, verdict) = VerdictOn(actor, cell, next.Message);
            info = cell.Info;
        }

        var counted = _toCounts && verdict.Measure ? cell : null;
        var observer = Observer;
        if (observer?.Counts(next, counted) != false)
        {
            counted?.Count();
        }

        var isTraced = isInRun && _toSpans;
        if (observer is { SetsAside: true } && next.Origin is not { IsRecorded: true })
        {
            MessageOpening.SetAside(this, observer, info, next, isTraced, isInRun);
        }
        else if (!next.Stamp.IsNone || !SendersDraw || (isTraced && (!isPlain || IsDecided(verdict, next.Origin))))
        {
            var begun = SystemMetrics.BeginWork();
            try
            {
                MessageOpening.Decide(this, cell, verdict, next, now, isTraced, isInRun);
            }
            finally
            {
                _system.Metrics.EndWork(begun);
            }
        }
        else if (isTraced)
        {
            if (EnterUnsampled(next.Origin, info.ActivityNeed) is { } activity)
            {
                Open(new(info, activity));
            }

            MessageOpening.KeepCandidate(this, info, verdict, next, now, waited: -1);
        }
        else if (_toCounts)
        {
            // A persistent actor also measures its writes.
            observer?.Arrives(actor, next, now, verdict.Measure);
        }

        if (!isPlain && next.Message is Status.Failure failure && !actor.IsInfrastructure && next.Origin?.History is null)
        {
            FailureReports.Told(this, actor, next.Sender, failure);
        }

        if (observer?.Storing is { StoreError: { } cause } storing)
        {
            FailureReports.Refused(this, actor, next, cause, storing.StoreOf(next.Message));
        }
    }

    // Whether somebody has to say whether a message that no rule matches is recorded: the SDK's sampler, a trace that is kept by now, or what its
    // baggage has to say about messages that are followed.
    private bool IsDecided(Verdict verdict, MessageOrigin? origin) => origin is null
        ? _system.Roots.AsksSdk
        : (UnsampledMessage.IsUsed && origin.IsRecorded) || (verdict.Follows.Length > 0 && origin.Baggage is not null);

    /// <summary>The current state of the recorder. Exact on the running thread.</summary>
    internal RecorderState State => _owner.IsAwaiting ? RecorderState.Awaiting : _state;

    /// <summary>The cell and the verdict of a message that is not plain: one inside a wrapper, or one of a type that shares its cell with
    /// others.</summary>
    internal (MessageCell Cell, Verdict Verdict) VerdictOn(ActorTypeInfo actor, object message) =>
        VerdictOn(actor, _cells.For(actor, _rules!, message.GetType()), message);

    private (MessageCell Cell, Verdict Verdict) VerdictOn(ActorTypeInfo actor, MessageCell cell, object message)
    {
        if (cell.Info.IsWrapper)
        {
            message = InnerMessage.Unwrap(message);
            cell = _cells.For(actor, _rules!, message.GetType());
        }

        return (cell, cell.IsShared ? _rules!.For(message.GetType()) : cell.Verdict);
    }

    /// <summary>
    /// Makes the trace and the baggage of an unrecorded message current. The actor has started. Returns the activity of the message; null for none.
    /// </summary>
    internal NonRecordingActivity? EnterUnsampled(MessageOrigin? origin, ActivityNeed need, bool isNew = false)
    {
        CarriedBaggage.Arrive(origin?.Baggage);
        var isNeeded = NeedsActivity(need, CoarseClock.Now);

        // Where records are kept, a handler without an activity needs no trace: its message knows it.
        var trace = isNew || (UnsampledMessage.IsUsed && !isNeeded && origin is KeptOrigin { IsPlain: true }) ? null : origin?.NonRecording;
        return (trace ?? NonRecordingContext.WithoutId).Enter(need, isNeeded, origin?.Baggage);
    }

    private bool NeedsActivity(ActivityNeed need, long now) =>
        need.IsThere(_system.Settings.TracingSamplingUnsampledTraceIds, now)
            && (!_use.DoesWithout(need) || _system.Settings.TracingSamplingUnsampledTraceIds == AkkaUnsampledTraceIds.Always);

    /// <summary>More of a message is recorded than its count. Running thread.</summary>
    internal void Open(in MessageScope message)
    {
        _owner.Hold();
        (_open, _isOpen) = (message, true);
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

    // The run ends. It may no longer own the fields.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void LeaveMessage(int run)
    {
        if (!_owner.IsHeldBy(run))
        {
            var failed = Failures.UnseenOf(Cell);
            Interlocked.MemoryBarrier();
            if (failed >= 0 && _owner.IsLast(run))
            {
                FailureReports.CountUnseen(this, failed);
            }
        }
        else if (_isOpen && IsAwaiting)
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
        var allocated = last.Measured.IsNone ? 0 : HandlerBytes.End(this);
        var busy = EndOf(IsTimed(last)) - BusyFrom(last);
        last.Tracked?.Awaits();
        if (_owner.Leave(run, awaiting: true))
        {
            last.Busy(busy, allocated, _dispatcher);
        }
    }

    // The mailbox is closed. Everything that is open is closed now, unless neither a run nor a handler holds it. Akka never resumes a handler that
    // awaits at this moment.
    private void CloseForGood()
    {
        _kept?.TakeOver(run: 0, isAwaiting: false);
        if (_isOpen && !_owner.IsFree)
        {
            _open.IsCutOff = _open.Failure is null && IsAwaiting;
            End(Stopwatch.GetTimestamp());
        }
    }

    // The only place where a message ends. Everything is read before the message is released, because the fields belong to the next run after that.
    private void End(long now, int leavingRun = 0)
    {
        var last = _open;
        var allocated = last.Measured.IsNone ? 0 : HandlerBytes.End(this);
        if (last.Span is NonRecordingActivity own)
        {
            _use.Note(last.Info!.ActivityNeed, own.IsUsed);
        }

        var busyFrom = BusyFrom(last);
        var slow = last is { Info: { } info, Span: not { IsAllDataRequested: true } }
            ? Candidate.IfSlow(_system.Retroactive, this, info, Cell?.Sender, now)
            : null;
        if (slow is not null)
        {
            slow.Place = _kept?.PlaceOfSlow(leavingRun);
        }

        var unseen = last.IsCutOff ? -1 : Failures.UnseenOf(Cell);
        if (leavingRun == 0)
        {
            Clear();
        }
        else if (_owner.Leave(leavingRun, awaiting: false))
        {
            Forget(last);
        }
        else
        {
            return;
        }

        last.Failure ??= FailureReports.CountUnseen(this, unseen, last.Recording?.TraceId ?? default);
        if (last.Info is not null)
        {
            if (last.Number != 0)
            {
                Observer?.Ended(last.Number, now, last.Failure is not null);
            }

            last.End(now, this, busyFrom, allocated);
            if (slow is not null)
            {
                _system.Retroactive.StartAndStop(slow, last.IsTimed ? now : Stopwatch.GetTimestamp());
            }
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

    private bool IsTimed(in MessageScope message) => message.IsTimed || IsObserved;
}
