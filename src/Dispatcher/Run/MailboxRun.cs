using System.Diagnostics;
using System.Runtime.CompilerServices;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>
/// The runnable of one mailbox. It begins the run, runs the mailbox, and ends the run. It is created at the first instrumented run and kept. It
/// stores nothing about a single run, because the next run may begin on another thread before this one has returned.
/// <para>
/// There is one exception: the time at which the executor got the mailbox, if its next run is timed. It has one writer at a time. Akka changes the
/// status of a mailbox to scheduled by compare-and-swap before it schedules the mailbox. The thread that did this calls <see cref="Scheduled"/>. The
/// run that follows reads the time before it lets the mailbox go idle. Only then can the mailbox be scheduled again. The executor's own queue
/// publishes the write to the run. If an executor refuses the mailbox, there is no run, and the next scheduling overwrites the time.
/// </para>
/// </summary>
internal sealed class MailboxRun(Mailbox mailbox, MailboxRecorder recorder) : MailboxRunState(recorder.Instrumentation.Dispatcher(mailbox.Dispatcher)), IRunnable
{
    private readonly Mailbox _mailbox = mailbox;
    private readonly MailboxRecorder _recorder = recorder;
    private WeightedTimestamp _scheduled;

    /// <summary>
    /// Returns what to execute for <paramref name="run"/>. This is <paramref name="run"/> itself when it is no instrumented mailbox or nobody has
    /// listened yet.
    /// </summary>
    public static IRunnable Around(IRunnable run) =>
        run is not Mailbox mailbox ? run
        : mailbox.MessageQueue is RecordedQueue queue ? Around(mailbox, queue.Recorder)
        : mailbox.MessageQueue is PassingMessageQueue passing ? PassingRun.Around(mailbox, passing)
        : run;

    /// <summary>The actor starts. If its last messages are kept, its runs are needed, whether or not anybody listens.</summary>
    public static void Prepare(Mailbox mailbox, MailboxRecorder recorder)
    {
        if (recorder.Last is not null && recorder.Run is null)
        {
            recorder.Keep(new MailboxRun(mailbox, recorder));
        }
    }

    public void Execute() => Run();

    public void Run()
    {
        if (_recorder.MayTrace)
        {
            RunInTrace();
        }
        else
        {
            Run(mayTrace: false);
        }
    }

    private void RunInTrace()
    {
        var outer = OuterContext.Suspend();
        try
        {
            Run(mayTrace: true);
        }
        finally
        {
            outer.Resume();
        }
    }

    // Akka's run happens whatever is thrown before it: a mailbox that is scheduled and does not run is never scheduled again. What is thrown after it
    // would end a thread of the executor.
    private void Run(bool mayTrace)
    {
        var begun = TelemetryFault.GuardValue(TelemetryFault.Listener, (Run: this, mayTrace), static it => it.Run.Begin(it.mayTrace), default);
        try
        {
            _mailbox.Run();
        }
        finally
        {
            TelemetryFault.Guard(TelemetryFault.Listener, (Run: this, begun), static it => it.Run.End(it.begun));
        }
    }

    // What can throw comes first, so that all has begun or nothing.
    private Begun Begin(bool mayTrace)
    {
        var thread = ThreadActivity.Mine;
        var timer = _scheduled.IsNone ? null : RunTimer.Start(Dispatcher, _scheduled);
        var outer = thread.Enter(_recorder);
        var (context, relay) = (thread.Context, thread.Context.Relay);
        var begun = new Begun(context, context.BeginRun(), relay, timer, outer, _recorder.BeginRun(context, mayTrace));
        if (_recorder.IsCounting)
        {
            Dispatcher.Ran();
        }

        timer?.Began(_recorder);
        return begun;
    }

    private void End(in Begun begun)
    {
        if (begun.Thread is { } thread)
        {
            begun.Outer.Leave();
            begun.Timer?.Returned(_recorder, begun.Run);
            _recorder.EndRun(begun.Run, thread, begun.Activity, begun.Relay);
            begun.Timer?.Ended();
        }
    }

    // Once a mailbox has run inside a MailboxRun, it always does, because an open message must find its end.
    private static IRunnable Around(Mailbox mailbox, MailboxRecorder recorder)
    {
        if (recorder.Run is MailboxRun run)
        {
            run.Scheduled(recorder.IsCounting);
            return run;
        }

        if (!Listeners.AreThere)
        {
            recorder.DisableRecording();
            return mailbox;
        }

        return (MailboxRun)recorder.Keep(new MailboxRun(mailbox, recorder));
    }

    // The executor gets the mailbox. Called by the thread that scheduled it.
    private void Scheduled(bool counting)
    {
        if (!_scheduled.IsNone)
        {
            _scheduled = default;
        }

        if (counting)
        {
            // A countdown would need fewer random numbers, and a write to this object, which is seldom in the cache.
            var threshold = Dispatcher.Timing.Threshold;
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
            Dispatcher.Timing.CountTimed();
            _scheduled = new WeightedTimestamp(Stopwatch.GetTimestamp(), threshold);
        }
    }

    // What the end of a run needs to know of its beginning. Thread: null if nothing has begun.
    private readonly record struct Begun(
        ThreadContext? Thread, NonRecordingActivity? Activity, Relay? Relay, RunTimer? Timer, ThreadActivity.Outer Outer, int Run);
}

/// <summary>
/// What flowed on a thread before it ran a mailbox, as far as the instrumentation changes it: the current activity, OpenTelemetry's baggage and a
/// pass-through trace. Some executors bring the scheduler's execution context along. The test kit's dispatcher runs inside the sender's call.
/// Everything else that handlers let flow stays on the thread after the run, as in plain Akka.
/// </summary>
internal readonly struct OuterContext
{
    private readonly ExecutionContext? _context;
    private readonly Activity? _activity;
    private readonly PassThroughContext? _passing;
    private readonly object? _baggage;
    private readonly bool _hasBaggage;

    // nothing else flowed, so the context can be restored as a whole
    private readonly bool _isOnly;

    private OuterContext(ExecutionContext? context)
    {
        _context = context;
        _isOnly = ReferenceEquals(context, HandlerContext.Empty);
        _hasBaggage = _isOnly || AkkaTelemetry.Source.HasListeners();
        if (!_isOnly)
        {
            _activity = Activity.Current;
            _passing = PassThroughContext.Current;
            _baggage = _hasBaggage ? AmbientBaggage.Current : null;
            _isOnly = TakeAway();
        }
    }

    /// <summary>A run begins. Removes the current activity, baggage and pass-through trace. Never throws, though code of others sees that.</summary>
    public static OuterContext Suspend() => new(ExecutionContext.Capture());

    /// <summary>The run has ended. Never throws.</summary>
    public void Resume() => TelemetryFault.Guard(TelemetryFault.Listener, this, static outer => outer.ResumeCore());

    private void ResumeCore()
    {
        if (_context is not null && (_activity is { IsStopped: true } || (_isOnly && (HandlerContext.IsOurs(ExecutionContext.Capture()) || TakeAway()))))
        {
            // an activity that has stopped meanwhile cannot be made current again by assignment
            ExecutionContext.Restore(_context);
            return;
        }

        if (_hasBaggage && !ReferenceEquals(AmbientBaggage.Current, _baggage))
        {
            AmbientBaggage.Replace(_baggage);
        }

        HandlerContext.Assign(_activity, _passing);
    }

    // Whether nothing flows except what the instrumentation may change.
    private bool TakeAway()
    {
        TelemetryFault.Guard(TelemetryFault.Listener, 0, static _ => HandlerContext.Leave());
        if (_hasBaggage && AmbientBaggage.MayBeHere)
        {
            AmbientBaggage.Replace(null);
        }

        return ReferenceEquals(ExecutionContext.Capture(), HandlerContext.Empty);
    }
}
