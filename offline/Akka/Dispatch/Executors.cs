using Akka.Configuration;

namespace Akka.Dispatch;

/// <summary>The .NET thread pool; a mailbox is itself the work item.</summary>
internal sealed class ThreadPoolExecutor(string id) : ExecutorService(id)
{
    public override void Execute(IRunnable run) => ThreadPool.UnsafeQueueUserWorkItem(run, preferLocal: false);

    public override void Shutdown()
    {
    }
}

internal sealed class ThreadPoolExecutorConfigurator(Config config, IDispatcherPrerequisites prerequisites)
    : ExecutorServiceConfigurator(config, prerequisites)
{
    public override ExecutorService Produce(string id) => new ThreadPoolExecutor(id);
}

/// <summary>Tasks on a scheduler; the default one ends up on the same thread pool.</summary>
internal sealed class TaskExecutor(string id, TaskScheduler scheduler) : ExecutorService(id)
{
    public override void Execute(IRunnable run) => Task.Factory.StartNew(
        static state => ((IRunnable)state!).Run(), run, CancellationToken.None, TaskCreationOptions.DenyChildAttach, scheduler);

    public override void Shutdown()
    {
    }
}

internal sealed class TaskExecutorConfigurator(Config config, IDispatcherPrerequisites prerequisites)
    : ExecutorServiceConfigurator(config, prerequisites)
{
    public override ExecutorService Produce(string id) => new ThreadPoolExecutor(id);
}

/// <summary>The synchronization context of the thread that looked the dispatcher up.</summary>
internal sealed class CurrentContextExecutorConfigurator(Config config, IDispatcherPrerequisites prerequisites)
    : ExecutorServiceConfigurator(config, prerequisites)
{
    private readonly TaskScheduler? _scheduler =
        SynchronizationContext.Current is null ? null : TaskScheduler.FromCurrentSynchronizationContext();

    public override ExecutorService Produce(string id) => new TaskExecutor(
        id, _scheduler ?? throw new InvalidOperationException("The thread that looked the dispatcher up has no synchronization context."));
}
