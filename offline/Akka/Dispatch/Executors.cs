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

/// <summary>Tasks on a scheduler. A task carries the execution context of whoever made the mailbox run: often a sender's.</summary>
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
    public override ExecutorService Produce(string id) => new TaskExecutor(id, TaskScheduler.Default);
}

/// <summary>Tasks of which only so many run at a time as <c>akka.channel-scheduler</c> says.</summary>
internal sealed class ChannelExecutorConfigurator(Config config, IDispatcherPrerequisites prerequisites)
    : ExecutorServiceConfigurator(config, prerequisites)
{
    public override ExecutorService Produce(string id)
    {
        var section = Prerequisites.Settings.Config.GetConfig("akka.channel-scheduler");
        return new TaskExecutor(id, new ConcurrentExclusiveSchedulerPair(TaskScheduler.Default, Parallelism.Of(section)).ConcurrentScheduler);
    }
}

/// <summary>The synchronization context of the thread that asks for the executor.</summary>
internal sealed class CurrentContextExecutorConfigurator(Config config, IDispatcherPrerequisites prerequisites)
    : ExecutorServiceConfigurator(config, prerequisites)
{
    public override ExecutorService Produce(string id) => new TaskExecutor(id, TaskScheduler.FromCurrentSynchronizationContext());
}

/// <summary>Hands out an executor that exists already.</summary>
internal sealed class ProducedExecutor(ExecutorService executor) : ExecutorServiceFactory
{
    public override ExecutorService Produce(string id) => executor;
}
