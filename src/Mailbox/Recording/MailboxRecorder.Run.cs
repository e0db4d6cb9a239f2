using System.Diagnostics;
using System.Runtime.CompilerServices;
using Akka.Actor;

namespace AkkaInstrumentation;

// The runs of the mailbox: what listeners want, of a message that is sent and in the current run, and who may close the open message. Two runs can overlap for a moment; see RunOwnership.
internal sealed partial class MailboxRecorder
{
    /// <summary>What the next <c>TryDequeue</c> has to record. The thread that runs the mailbox writes it.</summary>
    private enum NextDequeue : byte
    {
        /// <summary>
        /// Records the end of the previous message and everything about the next one. This is the first state. On a dispatcher that is not
        /// instrumented, it is nearly the only one, because no instrumented run asks who listens.
        /// </summary>
        Everything,

        /// <summary>No message is open, and what is current is right. A message without a stamp, a trace of its own and a rule is only counted.</summary>
        OnlyCount,

        /// <summary>As in <see cref="Everything"/>. The run found the mailbox empty, so no handler of its messages is active.</summary>
        MailboxEmpty,

        /// <summary>Nobody listens, so there is nothing to record.</summary>
        Nothing,
    }

    /// <summary>Tracing settings when somebody listens to spans; otherwise null. Sender's thread.</summary>
    public RootSampling? Roots
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _system.RootsIfTracing;
    }

    /// <summary>
    /// Records what listeners want to know about the sending: its trace, and for some messages the time. Runs for each message, on its sender's thread,
    /// and mostly only reads fields.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public StampedEnvelope Stamp(Envelope envelope) =>
        Roots is { } roots ? SenderStamp.Of(envelope.Message, envelope.Sender, _timing, roots, this)
        : Instruments.IsMeasuring ? SenderStamp.Of(envelope, _timing, this)
        : new StampedEnvelope(envelope);

    /// <summary>Whether a dequeue has anything to record.</summary>
    public bool IsRecording
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _next != NextDequeue.Nothing;
    }

    /// <summary>
    /// Whether the current run has begun before anybody listened to spans, and the message belongs to a recorded trace. The next run records it.
    /// </summary>
    /// <param name="origin">The message's origin.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool BeganWithoutListener(MessageOrigin origin) => !(IsRecording && _toSpans) && BeganWithoutListenerCore(origin);

    /// <summary>Whether metrics had a listener when the current or the last run of the mailbox began.</summary>
    internal bool IsCounting => _toCounts;

    /// <summary>The dispatcher is not instrumented. There are no instrumented runs, and supervisors' decisions are not seen.</summary>
    internal bool IsForeign { get; private set; }

    /// <summary>
    /// Whether a run that begins now may make an activity current: somebody listens to spans, or the last run has left a message open, which a handler
    /// that awaits or a run that has not returned yet does.
    /// </summary>
    internal bool MayTrace => Roots is not null || (_open.Info is not null && !_owner.IsFree);

    private bool HasListeners => _toSpans || _toCounts;

    // Whether an instrumented run is on the mailbox.
    private bool IsInRun => _isPassing || _owner.IsHeld;

    /// <summary>Keeps the dispatcher's runnable, unless there is one. Returns the one that is kept.</summary>
    internal MailboxRunState Keep(MailboxRunState run) => Interlocked.CompareExchange(ref _run, run, null) ?? run;

    /// <summary>Nobody listens, and nobody has listened so far. The mailbox runs without instrumentation. Called by the thread that schedules it.</summary>
    internal void DisableRecording()
    {
        if (_next != NextDequeue.Nothing)
        {
            _next = NextDequeue.Nothing;
        }
    }

    /// <summary>
    /// A run begins. It takes over what the last run left, and closes what that run had no time to close. Returns the run's number for
    /// <see cref="EndRun"/>. Never throws, because that number has to be given back.
    /// </summary>
    /// <param name="thread">The context of this thread.</param>
    /// <param name="mayTrace">What <see cref="MayTrace"/> was before: a listener that has come since then sees the next run.</param>
    internal int BeginRun(ThreadContext thread, bool mayTrace = true)
    {
        _isPassing = _open.Info is null && _owner.IsFree;
        var left = RunOwnership.Left.Nothing;
        var run = _isPassing ? _owner.Pass() : _owner.Take(out left);
        _next = NextDequeue.Everything;
        TelemetryFault.Guard(
            TelemetryFault.Listener, (This: this, thread, left, mayTrace), static it => it.This.BeginRunCore(it.thread, it.left, it.mayTrace));
        return run;
    }

    private void BeginRunCore(ThreadContext thread, RunOwnership.Left left, bool mayTrace)
    {
        if (!_isPassing)
        {
            TakeOver(left);
        }

        EndSystemMessage();
        var settings = _system.Settings;
        Follow(settings.Rules);
        Listen(settings, mayTrace && _rules is not { RunsStreams: true });
        if (_toSpans)
        {
            _system.SchedulerStart.EnsureStarted();
        }

        Candidate.Listen(_toSpans, _system.RetroactiveLimits);
        _next = !HasListeners && _open.Info is null && Last is null ? NextDequeue.Nothing
            : SendersDraw && !_toSpans && _open.Info is null ? NextDequeue.OnlyCount
            : NextDequeue.Everything;
        if (!ReferenceEquals(thread.Relay, Relay))
        {
            thread.Relay = Relay;
            Relay?.RunBegins(hasListeners: HasListeners);
        }

        RecordDepth();
    }

    /// <summary>The run has returned from the mailbox. The next run may already be active on another thread, and has the fields then.</summary>
    /// <param name="run">The run's number.</param>
    /// <param name="thread">The context of this thread.</param>
    /// <param name="outerActivity">What <see cref="ThreadContext.BeginRun"/> returned.</param>
    /// <param name="outerRelay">What the thread had before the run. A run inside a handler gives it back.</param>
    internal void EndRun(int run, ThreadContext thread, NonRecordingActivity? outerActivity = null, Relay? outerRelay = null)
    {
        // The next run may have begun one of its own; it has ended this run's.
        if (_systemMessage is { } handled && _owner.IsLast(run) && Interlocked.CompareExchange(ref _systemMessage, null, handled) == handled)
        {
            handled.Ended();
        }

        // Otherwise it has opened nothing, or the next run has taken over, and no handler has thrown.
        if (_owner.IsHeldBy(run) || Cell?.CurrentMessage is not null)
        {
            EndOwned(run);
        }

        if (!ReferenceEquals(thread.Relay, outerRelay))
        {
            thread.Relay = outerRelay;
        }

        if (!ReferenceEquals(thread.Activity, outerActivity))
        {
            thread.EndRun(outerActivity, isAwaited: _next != NextDequeue.MailboxEmpty && IsAwaiting);
        }
    }

    /// <summary>Whether no run has begun after this one.</summary>
    internal bool IsLastRun(int run) => _owner.IsLast(run);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool BeganWithoutListenerCore(MessageOrigin origin) =>
        origin.IsRecorded && Roots is not null && _rules is not { RunsStreams: true } && (!IsRecording || IsInRun);

    // What listeners want now and the settings allow.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Listen(InstrumentationSettings settings, bool mayTrace)
    {
        _toSpans = mayTrace && settings.TracingEnabled && AkkaTelemetry.Source.HasListeners();
        _toCounts = settings.MetricsEnabled && Instruments.IsListeningToRuns;
    }

    // The last run has not left, or has left a closed message in the field.
    private void TakeOver(RunOwnership.Left left)
    {
        if (left == RunOwnership.Left.Nothing)
        {
            _open = default;
            Resume(at: 0);
        }
        else if (left == RunOwnership.Left.AwaitingHandler)
        {
            Resume(_open.Measured.IsNone ? 0 : Stopwatch.GetTimestamp());
        }
        else if (_open.Info is not null && !IsAwaiting)
        {
            _open.Failure ??= CountUnseen(Failures.UnseenOf(Cell));
            Close(Stopwatch.GetTimestamp());
        }
    }

    // A run that opens a message has to close it.
    private void Hold()
    {
        if (_isPassing)
        {
            _isPassing = false;
            _owner.Hold();
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void EndOwned(int run)
    {
        if (!_owner.IsHeldBy(run))
        {
            var failed = Failures.UnseenOf(Cell);
            Interlocked.MemoryBarrier();
            if (failed >= 0 && _owner.IsLast(run))
            {
                CountUnseen(failed);
            }

            return;
        }

        // Copied, and the time read, before the message is released. After the release, the fields belong to the next run.
        var last = _open;
        var now = EndOf(IsTimed(last));
        var kept = Last is { } messages ? messages.Current : default;
        var busyFrom = BusyFrom(last);
        if (last.Info is not null && IsAwaiting)
        {
            last.Tracked?.Awaits();
            if (_owner.Leave(run, awaiting: true))
            {
                last.Busy(now - busyFrom, Run);
            }

            return;
        }

        var slow = last.Info is null ? null : Candidate.IfSlow(this, last, now);
        var unseen = Failures.UnseenOf(Cell);
        if (!_owner.Leave(run, awaiting: false))
        {
            return;
        }

        if (last.Info is null)
        {
            CountUnseen(unseen);
            return;
        }

        // An idle actor must not keep its last span and exception alive. The next run may already have stored its own here.
        Interlocked.CompareExchange(ref _open.Span, null, last.Span);
        Interlocked.CompareExchange(ref _open.Failure, null, last.Failure);
        if (last.Tracked is not null)
        {
            Interlocked.CompareExchange(ref _open.Tracked, null, last.Tracked);
        }

        last.Failure ??= CountUnseen(unseen);
        kept.End(now, last.Failure is not null);
        Finish(last, slow, now, busyFrom);
    }

    // The mailbox is closed. Nothing may stay open, unless no run and no handler could close it. Akka never resumes a handler that awaits now.
    private void CloseForGood()
    {
        if (_open.Info is not null && !_owner.IsFree)
        {
            _open.IsCutOff = _open.Failure is null && IsAwaiting;
            Close(Stopwatch.GetTimestamp());
        }
    }

    private void Resume(long at)
    {
        if (Run is { } run && run.ResumedAt != at)
        {
            run.ResumedAt = at;
        }
    }

    // The time from which the message has occupied a thread. In the run that began the message: the start of the message. In a later run, after an await:
    // the start of that run.
    private long BusyFrom(in OpenMessage message) => Run is { ResumedAt: not 0 and var resumed } ? resumed : message.Measured.Ticks;
}
