using Akka.Actor;
using Akka.Dispatch;
using Akka.Dispatch.SysMsg;

namespace AkkaInstrumentation;

/// <summary>
/// Akka's dispatcher with the run of each instrumented mailbox put between a begin and an end, so that the last message
/// of a batch is closed too. It adds no thread and no lock; mailboxes that are not instrumented pass unchanged.
/// </summary>
public class InstrumentedDispatcher : Akka.Dispatch.Dispatcher
{
    /// <summary>Made by <see cref="InstrumentedDispatcherConfigurator"/>; the parameters are those of Akka's dispatcher.</summary>
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

    /// <inheritdoc />
    public override void Attach(ActorCell cell)
    {
        if (cell.Mailbox.MessageQueue is IRecordedQueue queue)
        {
            queue.Recorder.Attach(cell);
        }

        base.Attach(cell);
    }

    /// <inheritdoc />
    public override void SystemDispatch(ActorCell cell, SystemMessage message)
    {
        LifecycleObserver.Observe(cell, message);
        base.SystemDispatch(cell, message);
    }

    /// <inheritdoc />
    protected override void ExecuteTask(IRunnable run) => base.ExecuteTask(MailboxRun.Around(run));
}
