using Akka.Actor;
using Akka.Configuration;

namespace Akka.Dispatch;

/// <summary>Executes runnables for a dispatcher.</summary>
public abstract class ExecutorService(string id)
{
    public string Id { get; } = id;

    public abstract void Execute(IRunnable run);

    public abstract void Shutdown();
}

/// <summary>Makes executors.</summary>
public abstract class ExecutorServiceFactory
{
    public abstract ExecutorService Produce(string id);
}

/// <summary>Makes executors from a configuration section.</summary>
public abstract class ExecutorServiceConfigurator(Config config, IDispatcherPrerequisites prerequisites) : ExecutorServiceFactory
{
    public Config Config { get; } = config;

    public IDispatcherPrerequisites Prerequisites { get; } = prerequisites;
}

/// <summary>The executor does not take any more work.</summary>
public class RejectedExecutionException(string? message = null, Exception? inner = null) : AkkaException(message, inner);
