using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>
/// The runnable of a mailbox that only lets traces pass through. It shows the mailbox where a run begins and ends. It is created when somebody
/// listens, and kept.
/// </summary>
internal sealed class PassingRun(Mailbox mailbox, PassingMessageQueue queue) : IRunnable
{
    private readonly Mailbox _mailbox = mailbox;
    private readonly PassingMessageQueue _queue = queue;

    /// <summary>Returns what to execute for the mailbox: the mailbox itself when nobody has listened yet.</summary>
    public static IRunnable Around(Mailbox mailbox, PassingMessageQueue queue)
    {
        if (queue.Run is PassingRun run)
        {
            return run;
        }

        if (!Listeners.AreThere)
        {
            return mailbox;
        }

        run = new PassingRun(mailbox, queue);
        queue.Run = run;
        return run;
    }

    public void Run()
    {
        var outer = OuterContext.Suspend();
        var outerQueue = _queue.BeginRun();
        try
        {
            _mailbox.Run();
        }
        finally
        {
            TelemetryFault.Guard(TelemetryFault.Listener, outerQueue, PassingMessageQueue.EndRun);
            outer.Resume();
        }
    }

    public void Execute() => Run();
}
