using Akka.Actor;
using Akka.Dispatch.SysMsg;
using Akka.Event;

namespace Akka.Dispatch;

/// <summary>Decides where and when the mailboxes of its actors run.</summary>
public abstract class MessageDispatcher
{
    public const int DefaultThroughput = 100;

    private const int Idle = 0;
    private const int Waiting = 1;
    private const int WaitingAgain = 2;

    private long _inhabitants;
    private int _shutdown;

    protected MessageDispatcher(MessageDispatcherConfigurator configurator)
    {
        Configurator = configurator;
        Mailboxes = configurator.Prerequisites.Mailboxes;
        EventStream = configurator.Prerequisites.EventStream;
    }

    public MessageDispatcherConfigurator Configurator { get; }

    public EventStream EventStream { get; }

    public Mailboxes Mailboxes { get; }

    public string Id { get; protected set; } = "";

    public int Throughput { get; set; } = DefaultThroughput;

    /// <summary>In ticks; 0 or null is no deadline.</summary>
    public long? ThroughputDeadlineTime { get; protected set; }

    public TimeSpan ShutdownTimeout { get; protected set; } = TimeSpan.FromSeconds(1);

    protected long Inhabitants => Interlocked.Read(ref _inhabitants);

    public void Schedule(Action run) => Schedule(new ActionRunnable(run));

    public void Schedule(IRunnable run)
    {
        Interlocked.Increment(ref _inhabitants);
        ExecuteTask(new OneTask(run, this));
    }

    public virtual void Attach(ActorCell cell)
    {
        Interlocked.Increment(ref _inhabitants);
        var mailbox = cell.Mailbox;
        mailbox.Status.BecomeIdle();
        ScheduleIfThereIsWork(mailbox, messageAdded: false, systemMessageAdded: true);
    }

    public virtual void Detach(ActorCell cell)
    {
        try
        {
            var mailbox = cell.ReplaceMailbox(Mailboxes.DeadLetterMailbox);
            mailbox.Status.BecomeClosed();
            mailbox.CleanUp();
        }
        finally
        {
            LoseInhabitant();
        }
    }

    public virtual void Dispatch(ActorCell cell, Envelope envelope)
    {
        var mailbox = cell.Mailbox;
        mailbox.Enqueue(cell.Self, envelope);
        ScheduleIfThereIsWork(mailbox, messageAdded: true, systemMessageAdded: false);
    }

    public virtual void SystemDispatch(ActorCell cell, SystemMessage message)
    {
        var mailbox = cell.Mailbox;
        mailbox.EnqueueSystem(cell.Self, message);
        ScheduleIfThereIsWork(mailbox, messageAdded: false, systemMessageAdded: true);
    }

    internal bool ScheduleIfThereIsWork(Mailbox mailbox, bool messageAdded, bool systemMessageAdded)
    {
        ref var status = ref mailbox.Status;
        if (status.IsClosed)
        {
            return false;
        }

        var hasWork = systemMessageAdded || mailbox.HasSystemMessages
            || (status.MayProcessMessages && (messageAdded || mailbox.HasMessages));
        if (!hasWork || !status.TrySchedule())
        {
            return false;
        }

        try
        {
            ExecuteTask(mailbox);
            return true;
        }
        catch (Exception e)
        {
            status.BecomeIdle();
            ReportFailure(e);
            throw;
        }
    }

    internal Mailbox NewMailbox(ActorCell cell, MailboxType mailboxType) =>
        new(mailboxType.Create(cell.Self, cell.System));

    protected abstract void ExecuteTask(IRunnable run);

    protected abstract void Shutdown();

    protected void ReportFailure(Exception ex) => EventStream.Publish(new Error(ex, GetType().FullName!, GetType(), ex.Message));

    private void LoseInhabitant()
    {
        if (Interlocked.Decrement(ref _inhabitants) > 0)
        {
            return;
        }

        if (Interlocked.CompareExchange(ref _shutdown, Waiting, Idle) == Idle)
        {
            ScheduleShutdown();
        }
        else
        {
            Interlocked.CompareExchange(ref _shutdown, WaitingAgain, Waiting);
        }
    }

    private void ScheduleShutdown()
    {
        try
        {
            Configurator.Prerequisites.Scheduler.Advanced.ScheduleOnce(ShutdownTimeout, ShutdownWhenEmpty);
        }
        catch (SchedulerException)
        {
            // The system has stopped its scheduler: nobody will come any more.
            Shutdown();
        }
    }

    private void ShutdownWhenEmpty()
    {
        if (Interlocked.CompareExchange(ref _shutdown, Waiting, WaitingAgain) == WaitingAgain)
        {
            ScheduleShutdown();
            return;
        }

        try
        {
            if (Inhabitants == 0)
            {
                Shutdown();
            }
        }
        finally
        {
            Interlocked.Exchange(ref _shutdown, Idle);
        }
    }

    private sealed class OneTask(IRunnable task, MessageDispatcher dispatcher) : IRunnable
    {
        public void Run()
        {
            try
            {
                task.Run();
            }
            catch (Exception e)
            {
                dispatcher.ReportFailure(e);
            }
            finally
            {
                dispatcher.LoseInhabitant();
            }
        }

        public void Execute() => Run();
    }
}
