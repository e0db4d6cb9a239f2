using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>
/// The runnable of one mailbox. It begins the run, runs the mailbox, and ends the run. It is created at the first instrumented run and kept. It
/// stores nothing about a single run, because the next run may begin on another thread before this one has returned.
/// </summary>
internal sealed class MailboxRun : MeteredRun, IRunnable
{
    private readonly Mailbox _mailbox;
    private readonly MailboxRecorder _recorder;

    private MailboxRun(Mailbox mailbox, MailboxRecorder recorder)
        : base(recorder.Instrumentation.Dispatcher(mailbox.Dispatcher))
    {
        _mailbox = mailbox;
        _recorder = recorder;
    }

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
        if (recorder.Last is not null)
        {
            recorder.Run ??= new MailboxRun(mailbox, recorder);
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
            Run(ThreadActivity.Mine);
        }
    }

    private void RunInTrace()
    {
        var outer = OuterContext.Suspend();
        var thread = ThreadActivity.Mine;
        try
        {
            Run(thread);
        }
        finally
        {
            outer.Resume(thread.Context);
        }
    }

    private void Run(ThreadActivity thread)
    {
        var (outerActivity, outerRelay) = (thread.Context.BeginRun(), thread.Context.Relay);
        var timer = Begin();
        var run = _recorder.BeginRun(thread.Context);
        if (_recorder.IsCounting)
        {
            Ran();
        }

        timer?.Began(_recorder);
        var outerRun = thread.Enter(_recorder);
        try
        {
            _mailbox.Run();
        }
        finally
        {
            outerRun.Leave();
            timer?.Returned(_recorder, run);
            _recorder.EndRun(run, thread.Context, outerActivity, outerRelay);
            timer?.Ended();
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

        run = new MailboxRun(mailbox, recorder);
        recorder.Run = run;
        return run;
    }
}
