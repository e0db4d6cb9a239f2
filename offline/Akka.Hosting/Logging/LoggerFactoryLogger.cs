using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Event;
using Microsoft.Extensions.Logging;
using Level = Microsoft.Extensions.Logging.LogLevel;

namespace Akka.Hosting.Logging;

/// <summary>Hands Akka's log events to the application's loggers, under the category of the actor system.</summary>
public class LoggerFactoryLogger : ActorBase, IRequiresMessageQueue<ILoggerMessageQueueSemantics>
{
    private readonly ILogger _logger;

    public LoggerFactoryLogger()
    {
        var setup = Context.System.Settings.Setup.Get<LoggerFactorySetup>();
        _logger = setup.HasValue
            ? setup.Value.LoggerFactory.CreateLogger<ActorSystem>()
            : throw new ConfigurationException($"{nameof(LoggerFactoryLogger)} needs a {nameof(LoggerFactorySetup)} in the system's setup.");
    }

    protected override bool Receive(object message)
    {
        switch (message)
        {
            case InitializeLogger:
                Sender.Tell(new LoggerInitialized());
                return true;
            case LogEvent logEvent:
                Log(LevelOf(logEvent), logEvent);
                return true;
            default:
                return false;
        }
    }

    private void Log(Level level, LogEvent logEvent)
    {
        if (_logger.IsEnabled(level))
        {
            _logger.Log(level, default, logEvent, logEvent.Cause, static (e, _) => e.ToString());
        }
    }

    private static Level LevelOf(LogEvent logEvent) => logEvent switch
    {
        Error => Level.Error,
        Warning => Level.Warning,
        Info => Level.Information,
        _ => Level.Debug,
    };
}
