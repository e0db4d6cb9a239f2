namespace Akka.Dispatch;

/// <summary>Runs mailboxes on an executor that its actors share.</summary>
public class Dispatcher : MessageDispatcher
{
    private readonly ExecutorServiceFactory _factory;
    private readonly object _lock = new();
    private ExecutorService? _executor;

    public Dispatcher(
        MessageDispatcherConfigurator configurator,
        string id,
        int throughput,
        long? throughputDeadlineTime,
        ExecutorServiceFactory executorServiceFactory,
        TimeSpan shutdownTimeout)
        : base(configurator)
    {
        _factory = executorServiceFactory;
        Id = id;
        Throughput = throughput;
        ThroughputDeadlineTime = throughputDeadlineTime;
        ShutdownTimeout = shutdownTimeout;
    }

    protected override void ExecuteTask(IRunnable run)
    {
        while (true)
        {
            var executor = Volatile.Read(ref _executor) ?? Start();
            try
            {
                executor.Execute(run);
                return;
            }
            catch (RejectedExecutionException) when (!ReferenceEquals(executor, Volatile.Read(ref _executor)))
            {
                // Shut down between the read and the call, because the dispatcher was empty for a while.
            }
        }
    }

    protected override void Shutdown()
    {
        ExecutorService? executor;
        lock (_lock)
        {
            executor = _executor;
            _executor = null;
        }

        executor?.Shutdown();
    }

    private ExecutorService Start()
    {
        lock (_lock)
        {
            return _executor ??= _factory.Produce(Id);
        }
    }
}

/// <summary>Runs the mailbox of one actor on a thread of its own.</summary>
public sealed class PinnedDispatcher(
    MessageDispatcherConfigurator configurator,
    string id,
    int throughput,
    long? throughputDeadlineTime,
    ExecutorServiceFactory executorServiceFactory,
    TimeSpan shutdownTimeout)
    : Dispatcher(configurator, id, throughput, throughputDeadlineTime, executorServiceFactory, shutdownTimeout)
{
    private Akka.Actor.ActorCell? _owner;

    public override void Attach(Akka.Actor.ActorCell cell)
    {
        var owner = Interlocked.CompareExchange(ref _owner, cell, null);
        if (owner is not null && !ReferenceEquals(owner, cell))
        {
            throw new InvalidOperationException($"The thread belongs to {owner} already.");
        }

        base.Attach(cell);
    }

    public override void Detach(Akka.Actor.ActorCell cell)
    {
        base.Detach(cell);
        Interlocked.CompareExchange(ref _owner, null, cell);
    }
}

/// <summary>Runs mailboxes on the synchronization context of the thread that made it, for actors that touch a user interface.</summary>
public sealed class CurrentSynchronizationContextDispatcher(
    MessageDispatcherConfigurator configurator,
    string id,
    int throughput,
    long? throughputDeadlineTime,
    ExecutorServiceFactory executorServiceFactory,
    TimeSpan shutdownTimeout)
    : Dispatcher(
        configurator,
        id,
        throughput,
        throughputDeadlineTime,
        new ProducedExecutor(executorServiceFactory.Produce(id)),
        shutdownTimeout);
