using System.ComponentModel;
using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Dispatch.SysMsg;

namespace AkkaInstrumentation;

/// <summary>
/// Akka's dispatcher with instrumentation at the begin and the end of each run of an instrumented mailbox. So the last message of a batch is closed
/// too. It adds no thread and no lock. Mailboxes that are not instrumented pass unchanged.
/// </summary>
public class InstrumentedDispatcher : Akka.Dispatch.Dispatcher
{
    /// <summary>
    /// Called by <see cref="InstrumentedDispatcherConfigurator"/> or by a dispatcher of your own that derives from this class. The parameters are
    /// those of Akka's dispatcher.
    /// </summary>
    /// <param name="configurator">The configurator that creates the dispatcher.</param>
    /// <param name="id">The dispatcher's id, which is the path of its section: <c>akka.dispatcher.id</c> on metrics.</param>
    /// <param name="throughput">Maximum number of messages of one mailbox that the thread handles before it turns to the next mailbox.</param>
    /// <param name="throughputDeadlineTime">Maximum time for one mailbox, in ticks; null for no limit.</param>
    /// <param name="executorServiceFactory">Creates the executor that runs the mailboxes.</param>
    /// <param name="shutdownTimeout">How long the dispatcher stays after its last actor has stopped.</param>
    public InstrumentedDispatcher(
        MessageDispatcherConfigurator configurator,
        string id,
        int throughput,
        long? throughputDeadlineTime,
        ExecutorServiceFactory executorServiceFactory,
        TimeSpan shutdownTimeout)
        : base(configurator, id, throughput, throughputDeadlineTime, executorServiceFactory, shutdownTimeout)
    {
    }

    /// <summary>
    /// Do not use: it always throws, and editors do not show it. Akka calls it when the <c>type</c> of a section names the dispatcher instead of
    /// <see cref="InstrumentedDispatcherConfigurator"/>. Without it, Akka would only report a missing constructor, not the right type.
    /// </summary>
    /// <param name="config">The dispatcher's section.</param>
    /// <param name="prerequisites">Not used.</param>
    /// <exception cref="ConfigurationException">Always. It names the type to use.</exception>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public InstrumentedDispatcher(Config config, IDispatcherPrerequisites prerequisites)
        : this(NotAConfigurator(config), null!)
    {
    }

    /// <summary>Creates the dispatcher with the settings of the configurator's section.</summary>
    internal InstrumentedDispatcher(MessageDispatcherConfigurator configurator, ExecutorServiceFactory executor)
        : this(
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
    protected override void ExecuteTask(IRunnable run) => base.ExecuteTask(DispatcherInstrumentation.ExecuteTask(run));

    private static InstrumentedDispatcherConfigurator NotAConfigurator(Config section) => throw new ConfigurationException(
        $"{DispatcherCounterpart.ProblemOf($"{section.GetString("id")}.type", section.GetString("type"))}.");

    // Akka's value for no deadline
    private static long? Deadline(Config section) =>
        section.GetTimeSpan("throughput-deadline-time", TimeSpan.Zero) is var deadline && deadline > TimeSpan.Zero ? deadline.Ticks : null;
}
