using System.ComponentModel;
using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Dispatch.SysMsg;

namespace AkkaInstrumentation;

/// <summary>
/// Akka's dispatcher with the run of each instrumented mailbox put between a begin and an end, so that the last message
/// of a batch is closed too. It adds no thread and no lock; mailboxes that are not instrumented pass unchanged.
/// </summary>
public class InstrumentedDispatcher : Akka.Dispatch.Dispatcher
{
    /// <summary>
    /// Made by <see cref="InstrumentedDispatcherConfigurator"/>, or the base of a dispatcher of your own; the parameters are
    /// those of Akka's dispatcher.
    /// </summary>
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
    /// Throws. Akka calls it where a section's <c>type</c> names the dispatcher in the place of <see cref="InstrumentedDispatcherConfigurator"/>;
    /// without it Akka says that there is no constructor, and not what to write.
    /// </summary>
    /// <exception cref="ConfigurationException">Always; it names the type to write.</exception>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public InstrumentedDispatcher(Config config, IDispatcherPrerequisites prerequisites)
        : this(NotAConfigurator(config), null!)
    {
    }

    /// <summary>With the settings of the configurator's section.</summary>
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
        DispatcherInstrumentation.SystemDispatch(cell, message);
        base.SystemDispatch(cell, message);
    }

    /// <inheritdoc />
    protected override void ExecuteTask(IRunnable run) => base.ExecuteTask(DispatcherInstrumentation.ExecuteTask(run));

    private static InstrumentedDispatcherConfigurator NotAConfigurator(Config section) => throw new ConfigurationException(
        $"{DispatcherCounterpart.ProblemOf($"{section.GetString("id")}.type", section.GetString("type"))}.");

    // Akka's way to say none
    private static long? Deadline(Config section) =>
        section.GetTimeSpan("throughput-deadline-time", TimeSpan.Zero) is var deadline && deadline > TimeSpan.Zero ? deadline.Ticks : null;
}
