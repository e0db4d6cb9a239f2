using Akka.Actor.Setup;
using Akka.Configuration;
using Akka.Event;

namespace Akka.Actor;

/// <summary>A system's configuration, and what the system itself reads from it.</summary>
public class Settings
{
    private readonly Config _application;
    private Config _defaults;

    public Settings(ActorSystem system, Config config, ActorSystemSetup setup)
    {
        Setup = setup;
        System = system;
        _application = config;
        _defaults = ConfigurationFactory.Default();
        Config = _application.SafeWithFallback(_defaults);

        var bootstrap = setup.Get<BootstrapSetup>();
        ProviderClass = bootstrap.HasValue && bootstrap.Value.ActorRefProvider.HasValue
            ? bootstrap.Value.ActorRefProvider.Value.Fqn
            : ProviderSelection.Named(Config.GetString("akka.actor.provider"));
        SupervisorStrategyClass = Config.GetString("akka.actor.guardian-supervisor-strategy");
        SchedulerClass = Config.GetString("akka.scheduler.implementation");
        AskTimeout = Config.GetTimeSpan("akka.actor.ask-timeout");

        LogLevel = Config.GetString("akka.loglevel");
        StdoutLogLevel = Config.GetString("akka.stdout-loglevel");
        Loggers = Config.GetStringList("akka.loggers");
        LoggersDispatcher = Config.GetString("akka.loggers-dispatcher");
        LoggerStartTimeout = Config.GetTimeSpan("akka.logger-startup-timeout");
        LogDeadLetters = LoggedDeadLetters(Config);
    }

    public ActorSystem System { get; }

    public Config Config { get; private set; }

    public ActorSystemSetup Setup { get; }

    public string ProviderClass { get; }

    public string SupervisorStrategyClass { get; }

    public string SchedulerClass { get; }

    public TimeSpan AskTimeout { get; }

    public string LogLevel { get; }

    public string StdoutLogLevel { get; }

    public IList<string> Loggers { get; }

    public string LoggersDispatcher { get; }

    public MinimalLogger StdoutLogger { get; } = new StandardOutLogger();

    public TimeSpan LoggerStartTimeout { get; }

    public int LogDeadLetters { get; }

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
