using System.Diagnostics;
using System.Runtime.CompilerServices;
using Akka.Dispatch;

namespace AkkaInstrumentation;

// The runnable that a dispatcher executes instead of the mailbox: it begins the run, runs the mailbox, and ends the run. It stores nothing about a single
// run, because the next run may begin on another thread before this one has returned.
//
// There is one exception: the time at which the executor got the mailbox, if its next run is timed. It has one writer at a time. Akka changes the status of
// a mailbox to scheduled by compare-and-swap before it schedules the mailbox. The thread that did this calls Scheduled. The run that follows reads the time
// before it lets the mailbox go idle. Only then can the mailbox be scheduled again. The executor's own queue publishes the write to the run. If an executor
// refuses the mailbox, there is no run, and the next scheduling overwrites the time.
internal sealed partial class MailboxRecorder : IRunnable
{
    // Once a mailbox has run inside of this, it always does, because an open message must find its end. Null before. The thread that starts the actor and a
    // first run may both write it: the same, and the dispatcher's meter before.
    private Mailbox? _mailbox;
    private DispatcherMeter? _dispatcher;
    private WeightedTimestamp _scheduled;

    /// <summary>The dispatcher that runs the mailbox; null before its first instrumented run.</summary>
    public override DispatcherMeter? Dispatcher => _dispatcher;

    /// <summary>What to execute for the mailbox: this, or the mailbox itself when nobody has listened yet. The thread that schedules it.</summary>
    internal IRunnable Around(Mailbox mailbox)
    {
        if (Volatile.Read(ref _mailbox) is not null)
        {
            Scheduled();
            return this;
        }

        if (!Listeners.AreThere)
        {
            // not written each time
            if (_state != RecorderState.Off)
            {
                _state = RecorderState.Off;
            }

            return mailbox;
        }

        Enclose(mailbox);
        return this;
    }

    /// <summary>The actor starts. If its last messages are kept, its runs are needed, whether or not anybody listens.</summary>
    internal void Prepare(Mailbox mailbox)
    {
        if (Last is not null)
        {
            Enclose(mailbox);
        }
    }

    void IRunnable.Run() => Execute();

    public void Execute()
    {
        if (!MayTrace)
        {
            Execute(mayTrace: false, isUsual: false);
        }
        else if (OuterContext.IsUsual)
        {
            Execute(mayTrace: true, isUsual: true);
        }
        else
        {
            ExecuteInContext();
        }
    }

    private void Enclose(Mailbox mailbox)
    {
        _dispatcher = _system.Dispatcher(mailbox.Dispatcher);
        Volatile.Write(ref _mailbox, mailbox);
    }

    private void ExecuteInContext()
    {
        var outer = OuterContext.Suspend();
        try
        {
            Execute(mayTrace: true, isUsual: false);
        }
        finally
        {
            outer.Resume();
        }
    }

    // Akka's run happens whatever is thrown before it: a mailbox that is scheduled and does not run is never scheduled again. What is thrown after it
    // would end a thread of the executor.
    private void Execute(bool mayTrace, bool isUsual)
    {
        var begun = Begin(mayTrace);
        try
        {
            _mailbox!.Run();
        }
        finally
        {
            End(begun);
            if (isUsual)
            {
                OuterContext.ResumeUsual();
            }
        }
    }

    // What can throw comes first, so that all has begun or nothing.
    private Begun Begin(bool mayTrace)
    {
        try
        {
            var thread = ThreadActivity.Mine;
            var timer = _scheduled.IsNone ? null : RunTimer.Start(_dispatcher!, _scheduled);
            var outer = thread.Enter(this);
            var (context, relay) = (thread.Context, thread.Context.Relay);
            var begun = new Begun(context, context.BeginRun(), relay, timer, outer, BeginRun(context, mayTrace));
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
                begun.Outer.Leave();
                begun.Timer?.Returned(this, begun.Run);
                EndRun(begun.Run, thread, begun.Activity, begun.Relay);
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
            // A countdown would need fewer random numbers, and a write to this object, which is seldom in the cache.
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

    // What the end of a run needs to know of its beginning. Thread: null if nothing has begun.
    private readonly record struct Begun(
        ThreadContext? Thread, NonRecordingActivity? Activity, Relay? Relay, RunTimer? Timer, ThreadActivity.Outer Outer, int Run);
}
