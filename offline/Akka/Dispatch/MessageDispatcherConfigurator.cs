using Akka.Actor;
using Akka.Configuration;
using Akka.Event;
using Akka.Util;

namespace Akka.Dispatch;

/// <summary>What dispatchers are made of.</summary>
public interface IDispatcherPrerequisites
{
    EventStream EventStream { get; }

    IScheduler Scheduler { get; }

    Settings Settings { get; }

    Mailboxes Mailboxes { get; }
}

/// <summary>The parts of one system.</summary>
public sealed class DefaultDispatcherPrerequisites(
    EventStream eventStream, IScheduler scheduler, Settings settings, Mailboxes mailboxes) : IDispatcherPrerequisites
{
    public EventStream EventStream { get; } = eventStream;

    public IScheduler Scheduler { get; } = scheduler;

    public Settings Settings { get; } = settings;

    public Mailboxes Mailboxes { get; } = mailboxes;
}

/// <summary>Makes the dispatcher of one configuration section; created by the section's <c>type</c>.</summary>
public abstract class MessageDispatcherConfigurator
{
    protected MessageDispatcherConfigurator(Config config, IDispatcherPrerequisites prerequisites)
    {
        if (config is null || config.IsEmpty)
        {
            throw ConfigurationException.NullOrEmptyConfig<MessageDispatcherConfigurator>();
        }

        Config = config;
        Prerequisites = prerequisites;
    }

    public Config Config { get; }

    public IDispatcherPrerequisites Prerequisites { get; }

    public abstract MessageDispatcher Dispatcher();

    protected ExecutorServiceConfigurator ConfigureExecutor()
    {
        var executor = Config.GetString("executor");
        switch (executor)
        {
            case null or "" or "default-executor" or "thread-pool-executor":
                return new ThreadPoolExecutorConfigurator(Section(executor ?? ""), Prerequisites);
            case "fork-join-executor":
                return new ForkJoinExecutorConfigurator(Section(executor), Prerequisites);
            case "task-executor" or "channel-executor":
                return new TaskExecutorConfigurator(Section(executor), Prerequisites);
            case "current-context-executor":
                return new CurrentContextExecutorConfigurator(Section(executor), Prerequisites);
            default:
                var type = Type.GetType(executor) ?? throw new ConfigurationException(
                    $"The dispatcher {Config.GetString("id", "")} has the executor [{executor}], which cannot be found");
                return (ExecutorServiceConfigurator)Activator.CreateInstance(type, Config, Prerequisites)!;
        }
    }

    private Config Section(string executor) => Config.GetConfig(executor.Length == 0 ? "default-executor" : executor) ?? Config.Empty;
}

/// <summary>Makes one <see cref="Dispatch.Dispatcher"/> and returns it every time.</summary>
public sealed class DispatcherConfigurator : MessageDispatcherConfigurator
{
    private readonly MessageDispatcher _instance;

    public DispatcherConfigurator(Config config, IDispatcherPrerequisites prerequisites)
        : base(config, prerequisites)
    {
        var deadline = config.GetTimeSpan("throughput-deadline-time", TimeSpan.Zero).Ticks;
        _instance = new Dispatcher(
            this,
            config.GetString("id"),
            config.GetInt("throughput"),
            deadline > 0 ? deadline : null,
            ConfigureExecutor(),
            config.GetTimeSpan("shutdown-timeout", TimeSpan.FromSeconds(1)));
    }

    public override MessageDispatcher Dispatcher() => _instance;
}

/// <summary>Makes a new dispatcher with one thread for each actor.</summary>
internal sealed class PinnedDispatcherConfigurator(Config config, IDispatcherPrerequisites prerequisites)
    : MessageDispatcherConfigurator(config, prerequisites)
{
    public override MessageDispatcher Dispatcher()
    {
        var deadline = Config.GetTimeSpan("throughput-deadline-time", TimeSpan.Zero).Ticks;
        return new PinnedDispatcher(
            this,
            Config.GetString("id"),
            Config.GetInt("throughput"),
            deadline > 0 ? deadline : null,
            new ForkJoinExecutorConfigurator(Config, Prerequisites, threads: 1),
            Config.GetTimeSpan("shutdown-timeout", TimeSpan.FromSeconds(1)));
    }
}
