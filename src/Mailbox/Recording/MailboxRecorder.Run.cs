using System.Diagnostics;
using System.Runtime.CompilerServices;
using Akka.Actor;
using Akka.Dispatch;

namespace AkkaInstrumentation;

// The runs of the mailbox: what is collected about a message that is sent and in the current run, and which run may close the open message. Two runs
// can overlap for a moment; see RunOwnership.
//
// The recorder is the runnable that a dispatcher executes instead of the mailbox: it begins the run, runs the mailbox, and ends the run. It
// stores nothing about a single run, because the next run may begin on another thread before this one has returned.
//
// There is one exception: the time at which the executor got the mailbox, if its next run is timed. Only one thread at a time writes it. Akka changes
// the status of a mailbox to scheduled by compare-and-swap before it schedules the mailbox. The thread that did this calls Scheduled. The run that
// follows reads the time before it lets the mailbox go idle. Only then can the mailbox be scheduled again. The executor's own queue publishes the
// write to the run. If an executor refuses the mailbox, there is no run, and the next scheduling overwrites the time.
internal sealed partial class MailboxRecorder : IRunnable
{
    /// <summary>Tracing settings while spans are collected; otherwise null. Sender's thread.</summary>
    public RootSampling? Roots
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _system.RootsIfTracing;
    }

    /// <summary>
    /// Records the sender's side of a message: its trace and, for some messages, the time. Runs for each message on its sender's thread, and mostly
    /// only reads fields.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public StampedEnvelope Stamp(Envelope envelope)
    {
        WatchedSends.Current?.Sent(envelope.Message);
        return Roots is { } roots ? SenderStamp.Stamp(envelope.Message, envelope.Sender, _timing, roots, this)
            : Instruments.IsMeasuring ? SenderStamp.Stamp(envelope, _timing, this)
            : new StampedEnvelope(envelope);
    }

    /// <summary>A message returns from the stash and keeps its time. A new random number decides whether it is measured. Actor's thread.</summary>
    public StampedEnvelope Restamp(in StampedEnvelope returned) => returned.Stamp.IsNone || _type is not { } type
        ? returned
        : new(returned.Message, returned.Sender, SenderStamp.Redraw(returned, type.Timing, Roots), returned.Origin);

    /// <summary>Whether a dequeue has anything to record.</summary>
    public bool IsRecording
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _state != RecorderState.Off;
    }

    /// <summary>
    /// Whether the current run began before spans were collected, although the message belongs to a recorded trace. The next run then records it.
    /// </summary>
    /// <param name="origin">The message's origin.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool BeganWithoutListener(MessageOrigin origin) => !(IsRecording && _toSpans) && BeganWithoutListenerCore(origin);

    /// <summary>Whether metrics were collected when the current or the last run of the mailbox began.</summary>
    internal bool IsCounting => _toCounts;

    /// <summary>The dispatcher is not instrumented. There are no instrumented runs, and supervisors' decisions are not seen.</summary>
    internal bool IsForeign { get; private set; }

    /// <summary>
    /// Whether a run that begins now may make an activity current. It may if spans are collected, or if the last run has left a message open: because
    /// its handler awaits, or because that run has not returned yet.
    /// </summary>
    internal bool MayTrace => Roots is not null || (_isOpen && !_owner.IsFree);

    private bool HasListeners => _toSpans || _toCounts;

    // Whether an instrumented run is on the mailbox.
    private bool IsInRun => _owner.IsInRun;

    /// <summary>
    /// A run begins. It takes over the message that the last run left open, and closes it if that run had no time to close it. Returns the run's
    /// number for <see cref="EndRun"/>. Never throws, because that number has to be given back.
    /// </summary>
    /// <param name="thread">The context of this thread.</param>
    /// <param name="mayTrace">The earlier value of <see cref="MayTrace"/>: a listener that was added since then sees the next run.</param>
    internal int BeginRun(ThreadContext thread, bool mayTrace = true)
    {
        var run = _owner.Begin(_isOpen, out var left);
        _state = RecorderState.Begun;
        try
        {
            BeginRunCore(thread, left, mayTrace);
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Listener, e);
        }

        return run;
    }

    private void BeginRunCore(ThreadContext thread, RunOwnership.Left left, bool mayTrace)
    {
        if (left != RunOwnership.Left.Nothing)
        {
            TakeOver(left);
        }

        EndSystemMessage();
        var settings = _system.Settings;
        Follow(settings.Rules);
        var hadSpans = _toSpans;
        Listen(settings, mayTrace && _rules is not { RunsStreams: true });
        if (_toSpans)
        {
            _system.SchedulerStart.EnsureStarted();
        }

        if (_toSpans || hadSpans)
        {
            Candidate.Listen(_toSpans, _system.Retroactive);
        }

        if (UnsampledMessage.IsUsed)
        {
            BeginKept(thread);
        }

        _state = _isOpen ? RecorderState.InMessage
            : !HasListeners && !IsObserved ? RecorderState.Off
            : NextMayBePlain && !(_toSpans && (Observer is not null || _systemMessage.IsFinishing)) ? Plain
            : RecorderState.Begun;
        if (Observer is { SeesSends: true } observer)
        {
            thread.SendObserver = observer;
            observer.RunBegins(hasListeners: HasListeners);
        }
        else if (thread.SendObserver is not null)
        {
            thread.SendObserver = null;
        }

        if (ObservableInstruments.Peak.Enabled)
        {
            Depths.Record(DepthOrNone);
        }
    }

    // A run begins that has found the fields in use.
    private void TakeOver(RunOwnership.Left left)
    {
        if (left == RunOwnership.Left.ObsoleteFields)
        {
            Clear();
        }
        else if (left == RunOwnership.Left.AwaitingHandler)
        {
            Resume(_open.Measured.IsNone ? 0 : Stopwatch.GetTimestamp());
            if (!_open.Measured.IsNone)
            {
                HandlerBytes.Begin(this, _system.Settings.MetricsAllocations);
            }
        }
        else if (_isOpen && !IsAwaiting)
        {
            // The last run has not returned yet.
            End(Stopwatch.GetTimestamp());
        }
    }

    private void Clear()
    {
        (_open, _isOpen) = (default, false);
        Resume(at: 0);
    }

    /// <summary>The run has returned from the mailbox. The next run may already be active on another thread, and has the fields then.</summary>
    /// <param name="run">The run's number.</param>
    /// <param name="thread">The context of this thread.</param>
    /// <param name="outer">The observer that the thread had before the run. A run inside a handler gives it back.</param>
    internal void EndRun(int run, ThreadContext thread, SendObserver? outer = null)
    {
        if (_hasSystemMessage)
        {
            _systemMessage.EndWithRun(_owner, run);
        }

        // In all other cases, the run has opened nothing or the next run has taken over, and no handler has thrown.
        if (_owner.IsHeldBy(run) || Cell?.CurrentMessage is not null)
        {
            LeaveMessage(run);
        }

        if (!ReferenceEquals(thread.SendObserver, outer))
        {
            thread.SendObserver = outer;
        }
    }

    /// <summary>Whether no run has begun after this one.</summary>
    internal bool IsLastRun(int run) => _owner.IsLast(run);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool BeganWithoutListenerCore(MessageOrigin origin) =>
        origin.IsRecorded && Roots is not null && _rules is not { RunsStreams: true } && (!IsRecording || IsInRun);

    // Reads what is collected now and what the settings allow.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Listen(InstrumentationSettings settings, bool mayTrace)
    {
        _toSpans = mayTrace && Roots is not null;
        _toCounts = settings.MetricsEnabled && Instruments.IsListeningToRuns;
    }

    /// <summary>The dispatcher that runs the mailbox; null before its first instrumented run.</summary>
    public override DispatcherMeter? Dispatcher => _dispatcher;

    /// <summary>Whether the mailbox's runs are recorded: this is what its dispatcher executes. Any thread.</summary>
    internal bool HasRuns => Volatile.Read(ref _mailbox) is not null;

    /// <summary>Returns what to execute for the mailbox: this recorder, or the mailbox itself if nothing has been collected yet. The thread that
    /// schedules the mailbox.</summary>
    internal IRunnable RunnableFor(Mailbox mailbox)
    {
        if (HasRuns)
        {
            Scheduled();
            return this;
        }

        if (!Listeners.AreThere)
        {
            _state = RecorderState.Off;
            (Queue as RecordedQueue)?.Rest();
            return mailbox;
        }

        Enclose(mailbox);
        return this;
    }

    /// <summary>The actor starts. If an observer has to see all of its messages, its runs are recorded even when nothing is collected.</summary>
    internal void Prepare(Mailbox mailbox)
    {
        if (IsObserved)
        {
            Enclose(mailbox);
        }
    }

    void IRunnable.Run() => Execute();

    // Akka's run must happen, whatever is thrown before it: a mailbox that is scheduled and does not run is never scheduled again. An exception after
    // it would end a thread of the executor.
    public void Execute()
    {
        var mayTrace = MayTrace;
        var suspends = mayTrace || IsSpanOfHandler(Activity.Current);
        var outer = suspends ? OuterContext.Suspend() : default;
        var begun = Begin(mayTrace);
        try
        {
            _mailbox!.Run();
        }
        finally
        {
            End(begun);
            if (suspends)
            {
                outer.Resume();
            }
        }
    }

    // Such an activity flowed here when the run was scheduled, or when a handler started the thread. Plain Akka would not show it, so it is hidden
    // whether or not spans are collected. Nearly always nothing flows, and one check shows that.
    private static bool IsSpanOfHandler(Activity? current) =>
        current is not null && (ReferenceEquals(current.Source, AkkaTelemetry.Source) || current is CarrierActivity);

    /// <summary>The mailbox's runs are recorded from now on.</summary>
    internal void Enclose(Mailbox mailbox)
    {
        _dispatcher = _system.Dispatcher(mailbox.Dispatcher);
        Volatile.Write(ref _mailbox, mailbox);
        (Queue as RecordedQueue)?.Wake();
    }

    // Calls that can throw come first, so that either everything has begun or nothing.
    private Begun Begin(bool mayTrace)
    {
        try
        {
            var thread = ThreadContext.Mine;
            var timer = _scheduled.IsNone ? null : RunTimer.Start(_dispatcher!, _scheduled);
            var (outer, observer) = (thread.Enter(this), thread.SendObserver);
            var kept = UnsampledMessage.IsUsed ? thread.Kept : null;
            var begun = new Begun(thread, observer, timer, outer, kept, BeginRun(thread, mayTrace));
            if (_toCounts)
            {
                Volatile.Write(ref Runs, Runs + 1);
            }

            timer?.Began(this);
            return begun;
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Listener, e);
            return default;
        }
    }

    private void End(in Begun begun)
    {
        try
        {
            if (begun.Thread is { } thread)
            {
                thread.Leave(begun.Outer);
                begun.Timer?.Returned(this, begun.Run);
                EndRun(begun.Run, thread, begun.Observer);
                if (UnsampledMessage.IsUsed)
                {
                    EndKept(begun.Run, thread, begun.Kept);
                }

                begun.Timer?.Ended();
            }
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Listener, e);
        }
    }

    // The executor gets the mailbox. Called by the thread that scheduled it.
    private void Scheduled()
    {
        if (!_scheduled.IsNone)
        {
            _scheduled = default;
        }

        if (_toCounts)
        {
            // A countdown would need fewer random numbers, but it would write to this object, which is seldom in the cache.
            var threshold = _dispatcher!.Timing.Threshold;
            if (SamplingRandom.Next() < threshold)
            {
                Choose(threshold);
            }
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Choose(ulong threshold)
    {
        if (Instruments.IsTimingRuns)
        {
            _dispatcher!.Timing.CountTimed();
            _scheduled = new WeightedTimestamp(Stopwatch.GetTimestamp(), threshold);
        }
    }

    // What the end of a run needs to know about its beginning. Thread is null if nothing has begun.
    private readonly record struct Begun(
        ThreadContext? Thread, SendObserver? Observer, RunTimer? Timer, object? Outer, UnsampledMessage? Kept, int Run);
}
