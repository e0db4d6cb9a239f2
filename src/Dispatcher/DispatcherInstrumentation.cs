using Akka.Actor;
using Akka.Dispatch;
using Akka.Dispatch.SysMsg;

namespace AkkaInstrumentation;

/// <summary>
/// For dispatchers that derive from Akka's <see cref="MessageDispatcher"/> and cannot derive from
/// <see cref="InstrumentedDispatcher"/>: the three calls that make them instrumented, each from the method of its name.
/// Mailboxes that are not instrumented pass unchanged; nothing is allocated per message or run.
/// </summary>
public static class DispatcherInstrumentation
{
    /// <summary>From <see cref="MessageDispatcher.Attach"/>, before the base is called.</summary>
    /// <param name="cell">The actor that starts.</param>
    public static void Attach(ActorCell cell)
    {
        ArgumentNullException.ThrowIfNull(cell);
        if (cell.Mailbox.MessageQueue is IRecordedQueue queue)
        {
            queue.Recorder.Attach(cell);
        }
    }

    /// <summary>From <see cref="MessageDispatcher.SystemDispatch"/>, before the base is called: failures and restarts are seen here.</summary>
    /// <param name="cell">The receiver.</param>
    /// <param name="message">The system message.</param>
    public static void SystemDispatch(ActorCell cell, SystemMessage message) => LifecycleObserver.Observe(cell, message);

    /// <summary>From <c>ExecuteTask</c>: the answer is executed in the place of <paramref name="run"/>.</summary>
    /// <param name="run">What Akka gave to execute.</param>
    /// <returns>The same, or the mailbox with its instrumentation around it.</returns>
    public static IRunnable ExecuteTask(IRunnable run) => MailboxRun.Around(run);
}
