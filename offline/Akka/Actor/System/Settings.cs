using Akka.Actor.Setup;
using Akka.Configuration;
using Akka.Event;

namespace Akka.Actor;

/// <summary>A system's configuration, and what the system itself reads from it.</summary>
public class Settings
{
    private readonly Config _application;
    private Config _defaults;

    public Settings(ActorSystem system, Config config)
        : this(system, config, ActorSystemSetup.Empty)
    {
    }

    public Settings(ActorSystem system, Config config, ActorSystemSetup setup)
    {
        Setup = setup;
        System = system;
        _application = config;
        _defaults = ConfigurationFactory.Default();
        Config = _application.SafeWithFallback(_defaults);

        ProviderClass = Config.GetString("akka.actor.provider");
        SupervisorStrategyClass = Config.GetString("akka.actor.guardian-supervisor-strategy");
        SchedulerClass = Config.GetString("akka.scheduler.implementation");
        SchedulerShutdownTimeout = Config.GetTimeSpan("akka.scheduler.shutdown-timeout");
        AskTimeout = Config.GetTimeSpan("akka.actor.ask-timeout");
        CreationTimeout = Config.GetTimeSpan("akka.actor.creation-timeout");
        EmitActorTelemetry = Config.GetBoolean("akka.actor.telemetry.enabled");

        LogLevel = Config.GetString("akka.loglevel");
        StdoutLogLevel = Config.GetString("akka.stdout-loglevel");
        Loggers = Config.GetStringList("akka.loggers");
        LoggersDispatcher = Config.GetString("akka.loggers-dispatcher");
        LoggerAsyncStart = Config.GetBoolean("akka.logger-async-start");
        LogFormatter = Formatter(Config.GetString("akka.logger-formatter"));
        StdoutLogger = Stdout(Config.GetString("akka.stdout-logger-class"));
        LoggerStartTimeout = Config.GetTimeSpan("akka.logger-startup-timeout");
        LogConfigOnStart = Config.GetBoolean("akka.log-config-on-start");
        LogDeadLetters = LoggedDeadLetters(Config);
        LogDeadLettersDuringShutdown = Config.GetBoolean("akka.log-dead-letters-during-shutdown");
        LogDeadLettersSuspendDuration = Config.GetTimeSpan("akka.log-dead-letters-suspend-duration");
        DebugEventStream = Config.GetBoolean("akka.actor.debug.event-stream");
        DebugUnhandledMessage = Config.GetBoolean("akka.actor.debug.unhandled");

        CoordinatedShutdownTerminateActorSystem = Config.GetBoolean("akka.coordinated-shutdown.terminate-actor-system");
        CoordinatedShutdownRunByActorSystemTerminate =
            Config.GetBoolean("akka.coordinated-shutdown.run-by-actor-system-terminate");
        if (CoordinatedShutdownRunByActorSystemTerminate && !CoordinatedShutdownTerminateActorSystem)
        {
            throw new ConfigurationException("akka.coordinated-shutdown.run-by-actor-system-terminate needs terminate-actor-system, which is off.");
        }
    }

    public ActorSystem System { get; }

    public Config Config { get; private set; }

    public ActorSystemSetup Setup { get; }

    public string ProviderClass { get; }

    public string SupervisorStrategyClass { get; }

    public string SchedulerClass { get; }

    public TimeSpan SchedulerShutdownTimeout { get; }

    public TimeSpan AskTimeout { get; }

    public TimeSpan CreationTimeout { get; }

    public bool EmitActorTelemetry { get; }

    public string LogLevel { get; }

    public string StdoutLogLevel { get; }

    public IList<string> Loggers { get; }

    public string LoggersDispatcher { get; }

    public bool LoggerAsyncStart { get; }

    public ILogMessageFormatter LogFormatter { get; }

    public MinimalLogger StdoutLogger { get; }

    public TimeSpan LoggerStartTimeout { get; }

    public bool LogConfigOnStart { get; }

    public int LogDeadLetters { get; }

    public bool LogDeadLettersDuringShutdown { get; }

    public TimeSpan LogDeadLettersSuspendDuration { get; }

    public bool DebugEventStream { get; }

    public bool DebugUnhandledMessage { get; }

    public bool CoordinatedShutdownTerminateActorSystem { get; }

    public bool CoordinatedShutdownRunByActorSystemTerminate { get; }

    /// <summary>Adds an extension's defaults below the application's settings. The serializers are made anew.</summary>
    public void InjectTopLevelFallback(Config config)
    {
        if (Config.Contains(config))
        {
            return;
        }

        _defaults = config.SafeWithFallback(_defaults);
        Config = _application.SafeWithFallback(_defaults);
        (System as Internal.ActorSystemImpl)?.ReloadSerialization();
    }

    public override string ToString() => Config.ToString();

    private static ILogMessageFormatter Formatter(string name)
    {
        var type = string.IsNullOrEmpty(name) ? typeof(DefaultLogMessageFormatter) : Type.GetType(name)
            ?? throw new ConfigurationException($"akka.logger-formatter is [{name}], which is not a known type");
        return type == typeof(DefaultLogMessageFormatter)
            ? DefaultLogMessageFormatter.Instance
            : (ILogMessageFormatter)Activator.CreateInstance(type)!;
    }

    private static MinimalLogger Stdout(string name) => string.IsNullOrEmpty(name)
        ? new StandardOutLogger()
        : (MinimalLogger)Activator.CreateInstance(
            Type.GetType(name) ?? throw new ConfigurationException($"akka.stdout-logger-class is [{name}], which is not a known type"))!;

    private static int LoggedDeadLetters(Config config)
    {
        var text = config.GetString("akka.log-dead-letters");
        return text?.ToLowerInvariant() switch
        {
            null or "off" or "false" => 0,
            "on" or "true" => int.MaxValue,
            _ => config.GetInt("akka.log-dead-letters"),
        };
    }
}
