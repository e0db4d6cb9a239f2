using Akka.Actor;
using Akka.Dispatch;
using Akka.Dispatch.SysMsg;

namespace AkkaInstrumentation;

/// <summary>
/// Instruments a dispatcher that derives from Akka's <see cref="MessageDispatcher"/> and cannot derive from <see cref="InstrumentedDispatcher"/>. The
/// dispatcher makes three calls, each from the method with the corresponding name. Mailboxes that are not instrumented pass unchanged. Nothing is
/// allocated for a message or a run.
/// </summary>
public static class DispatcherInstrumentation
{
    /// <summary>Call it in <see cref="MessageDispatcher.Attach"/>, before the base method.</summary>
    /// <param name="cell">The actor that starts.</param>
    public static void Attach(ActorCell cell)
    {
        ArgumentNullException.ThrowIfNull(cell);
        if (cell.Mailbox is { MessageQueue: RecordedQueue queue } mailbox)
        {
            queue.Recorder.Attach(cell);
            MailboxRun.Prepare(mailbox, queue.Recorder);
        }
        else if (cell.System.TryGetExtension<AkkaInstrumentationExtension>(out var instrumentation))
        {
            instrumentation.StartsUninstrumented(cell);
        }
    }

    /// <summary>
    /// Call it in <see cref="MessageDispatcher.SystemDispatch"/>, before the base method. It observes failures and restarts, and ends the handler of the
    /// actor's last message before the system message. What the actor does with the system message belongs to no trace.
    /// </summary>
    /// <param name="cell">The receiver.</param>
    /// <param name="message">The system message.</param>
    public static void SystemDispatch(ActorCell cell, SystemMessage message)
    {
        if (LifecycleObserver.Observe(cell, message, isHeld: false) is { } held)
        {
            Monitor.Exit(held);
        }
    }

    /// <summary>Call it in <c>ExecuteTask</c>. Execute its result instead of <paramref name="run"/>.</summary>
    /// <param name="run">The runnable that Akka passed.</param>
    /// <returns>The same runnable, or the mailbox with its instrumentation around it.</returns>
    public static IRunnable ExecuteTask(IRunnable run) => MailboxRun.Around(run);
}
