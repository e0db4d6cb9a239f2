using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>
/// One mailbox' runnable, made at its first instrumented run and kept: begins the run, lets the mailbox work, ends it.
/// It holds nothing of a single run, because the next one may begin on another thread before this one has returned.
/// </summary>
internal sealed class MailboxRun : MeteredRun, IRunnable
{
    private readonly Mailbox _mailbox;
    private readonly MailboxRecorder _recorder;

    private MailboxRun(Mailbox mailbox, MailboxRecorder recorder)
        : base(recorder.Meter(mailbox.Dispatcher))
    {
        _mailbox = mailbox;
        _recorder = recorder;
    }

    /// <summary>What to execute for <paramref name="run"/>: itself when it is no instrumented mailbox or nobody has listened yet.</summary>
    public static IRunnable Around(IRunnable run) =>
        run is Mailbox { MessageQueue: IRecordedQueue queue } mailbox ? Around(mailbox, queue.Recorder) : run;

    public void Run()
    {
        var outer = OuterContext.Suspend();
        var timer = Begin();
        var run = _recorder.BeginRun();
        if (_recorder.IsCounting)
        {
            Count();
        }

        if (timer.IsOn)
        {
            timer.Began(_recorder);
        }

        var outerRun = RunFrame.Enter(_recorder);
        try
        {
            _mailbox.Run();
        }
        finally
        {
            outerRun.Leave();
            if (timer.IsOn)
            {
                timer.Returned(_recorder, run);
            }

            _recorder.EndRun(run);
            if (timer.IsOn)
            {
                timer.Ended();
            }

            if (outer.Resume() is { IsShared: true } last)
            {
                _recorder.PutBack(last);
            }
        }
    }

    public void Execute() => Run();

    // Once a mailbox ran inside a MailboxRun it always does: an invoke that is still open must find its end.
    private static IRunnable Around(Mailbox mailbox, MailboxRecorder recorder)
    {
        Lookout.Touch();
        if (recorder.Run is MailboxRun run)
        {
            run.Scheduled(recorder.IsCounting);
            return run;
        }

        if (!AkkaTelemetry.IsListening)
        {
            recorder.Rest();
            return mailbox;
        }

        run = new MailboxRun(mailbox, recorder);
        recorder.Run = run;
        return run;
    }
}
