using Akka.Actor;
using Akka.Actor.Internal;

namespace Akka.Event;

/// <summary>An event bus that classifies by type and runs the system's loggers.</summary>
public class LoggingBus : ActorEventBus<object, Type>
{
    private readonly LoggerSet _loggers;

    public LoggingBus() => _loggers = new LoggerSet(this);

    public LogLevel LogLevel { get; private set; }

    public void SetLogLevel(LogLevel logLevel) => LogLevel = logLevel;

    public void StartStdoutLogger(Settings config)
    {
        var level = Logging.LogLevelFor(config.StdoutLogLevel);
        SubscribeFrom(level, config.StdoutLogger);
        SetLogLevel(level);
    }

    internal void StartLoggers(ActorSystemImpl system) => _loggers.Start(system);

    internal void StopLoggers(ActorSystem system) => _loggers.Stop(system);

    internal void SubscribeFrom(LogLevel lowest, IActorRef logger)
    {
        foreach (var level in Enum.GetValues<LogLevel>().Where(level => level >= lowest))
        {
            Subscribe(logger, level.ClassFor());
        }
    }

    protected override bool IsSubClassification(Type parent, Type child) => parent.IsAssignableFrom(child);

    protected override void Publish(object @event, IActorRef subscriber) => subscriber.Tell(@event);

    protected override Type GetClassifier(object @event) => @event.GetType();
}
