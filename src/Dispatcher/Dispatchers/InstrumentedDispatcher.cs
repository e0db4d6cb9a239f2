using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Dispatch.SysMsg;

namespace AkkaInstrumentation;

/// <summary>
/// Akka's dispatcher with instrumentation at the start and the end of each run of an instrumented mailbox, so that the last message of a batch is
/// ended too. It adds no thread. Only system messages that a failure or a stop causes take a lock. Mailboxes that are not instrumented run unchanged.
/// </summary>
internal class InstrumentedDispatcher : Akka.Dispatch.Dispatcher
{
    private static readonly IRunnable Nothing = new ActionRunnable(static () => { });

    private volatile bool _hasThreads;

    /// <summary>Creates the dispatcher with the settings of the configurator's section.</summary>
    internal InstrumentedDispatcher(MessageDispatcherConfigurator configurator, ExecutorServiceFactory executor)
        : base(
            configurator,
            configurator.Config.GetString("id"),
            configurator.Config.GetInt("throughput"),
            Deadline(configurator.Config),
            executor,
            configurator.Config.GetTimeSpan("shutdown-timeout"))
    {
    }

    /// <inheritdoc />
    public override void Attach(ActorCell cell)
    {
        DispatcherInstrumentation.Attach(cell);
        base.Attach(cell);
    }

    /// <inheritdoc />
    public override void SystemDispatch(ActorCell cell, SystemMessage message)
    {
        var held = LifecycleObserver.Observe(cell, message, isHeld: true);
        try
        {
            base.SystemDispatch(cell, message);
        }
        finally
        {
            if (held is not null)
            {
                Monitor.Exit(held);
            }
        }
    }

    /// <inheritdoc />
    protected override void ExecuteTask(IRunnable run)
    {
        if (!_hasThreads)
        {
            StartThreads();
        }

        base.ExecuteTask(DispatcherInstrumentation.ExecuteTask(run));
    }

    // The last actor has left. Akka (1.5.73, Dispatcher.cs) replaces the executor by a new one. A task that arrives at this moment may start the new
    // executor's threads with a context; the runs on such a thread hide that context.
    protected override void Shutdown()
    {
        base.Shutdown();
        _hasThreads = false;
    }

    // Akka creates the executor at the first task, and the executor creates its threads. These threads keep the execution context of that moment for
    // good, for example the span of the handler that happens to send. Even if two threads execute at once, neither reaches the executor with its own
    // context first.
    private void StartThreads()
    {
        using var flow = ExecutionFlow.Suppress();
        base.ExecuteTask(Nothing);
        _hasThreads = true;
    }

    // Akka's value for no deadline
    private static long? Deadline(Config section) =>
        section.GetTimeSpan("throughput-deadline-time", TimeSpan.Zero) is var deadline && deadline > TimeSpan.Zero ? deadline.Ticks : null;
}

/// <summary>
/// Instruments a dispatcher of the application, which derives from Akka's <see cref="MessageDispatcher"/> or <see cref="Akka.Dispatch.Dispatcher"/>.
/// The dispatcher calls these three methods, each from its own method of the same name. Mailboxes that are not instrumented run unchanged. Nothing is
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
            queue.Recorder.Prepare(mailbox);
        }
        else
        {
            // The instrumentation may not have been created yet, because the default mailbox may be the application's own. Wrong settings are found
            // now.
            AkkaInstrumentationExtension.For(cell.System).StartsUninstrumented(cell);
        }
    }

    /// <summary>
    /// Call it in <see cref="MessageDispatcher.SystemDispatch"/>, before the base method. It observes failures and restarts, and ends the handler
    /// of the actor's last message before the system message. The handling of the system message belongs to no trace.
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
    public static IRunnable ExecuteTask(IRunnable run)
    {
        try
        {
            return run is not Mailbox mailbox ? run
                : mailbox.MessageQueue is RecordedQueue queue ? queue.RunnableFor(mailbox)
                : mailbox.MessageQueue is RunnableQueue passing ? passing.RunnableFor(mailbox)
                : run;
        }
        catch (Exception e)
        {
            // the mailbox is scheduled already, and has to run
            TelemetryFault.Report(TelemetryFault.Listener, e);
            return run;
        }
    }
}
