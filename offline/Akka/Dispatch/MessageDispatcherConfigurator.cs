using Akka.Actor;
using Akka.Configuration;
using Akka.Event;

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
        if (config.IsNullOrEmpty())
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
        var executor = ExecutorName ?? Config.GetString("executor");
        switch (executor)
        {
            case null or "" or "default-executor" or "thread-pool-executor":
                return new ThreadPoolExecutorConfigurator(Section(executor), Prerequisites);
            case "fork-join-executor":
                return new ForkJoinExecutorConfigurator(Config, Prerequisites);
            case "task-executor":
                return new TaskExecutorConfigurator(Section(executor), Prerequisites);
            case "channel-executor":
                return new ChannelExecutorConfigurator(Section(executor), Prerequisites);
            case "current-context-executor":
                return new CurrentContextExecutorConfigurator(Section(executor), Prerequisites);
            default:
                var type = Type.GetType(executor) ?? throw new ConfigurationException(
                    $"The executor of the dispatcher [{Config.GetString("id")}] is [{executor}], which is not a known type");
                return (ExecutorServiceConfigurator)Activator.CreateInstance(type, Config, Prerequisites)!;
        }
    }

    /// <summary>The types that name an executor win over <c>executor</c>.</summary>
    private string? ExecutorName => Config.GetString("type") switch
    {
        "ForkJoinDispatcher" => "fork-join-executor",
        "TaskDispatcher" => "task-executor",
        _ => null,
    };

    private Config Section(string? executor) =>
        Config.GetConfig(string.IsNullOrEmpty(executor) ? "default-executor" : executor) ?? Config.Empty;
}

/// <summary>Makes one <see cref="Dispatch.Dispatcher"/> and returns it every time.</summary>
public sealed class DispatcherConfigurator : MessageDispatcherConfigurator
{
    private readonly MessageDispatcher _instance;

    public DispatcherConfigurator(Config config, IDispatcherPrerequisites prerequisites)
        : base(config, prerequisites)
    {
        var settings = DispatcherSettings.Read(config);
        _instance = new Dispatcher(
            this,
            settings.Id,
            settings.Throughput,
            settings.Deadline > 0 ? settings.Deadline : null,
            ConfigureExecutor(),
            settings.ShutdownTimeout);
    }

    public override MessageDispatcher Dispatcher() => _instance;
}
