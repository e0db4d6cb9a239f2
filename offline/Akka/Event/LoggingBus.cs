using Akka.Actor;
using Akka.Actor.Internal;

namespace Akka.Event;

/// <summary>An event bus that classifies by type and runs the system's loggers.</summary>
public class LoggingBus : ActorEventBus<object, Type>
{
    private static readonly LogLevel[] AllLevels = Enum.GetValues<LogLevel>();

    private readonly LoggerSet _loggers;

    public LoggingBus()
    {
        _loggers = new LoggerSet(this);
    }

    public LogLevel LogLevel { get; private set; }

    public void SetLogLevel(LogLevel logLevel) => LogLevel = logLevel;

    public void StartStdoutLogger(Settings config)
    {
        var level = Logging.LogLevelFor(config.StdoutLogLevel);
        SubscribeFrom(level, config.StdoutLogger);
        SetLogLevel(level);
        PublishDebug(Logging.SimpleName(this), "StandardOutLogger started");
    }

    internal void StartDefaultLoggers(ActorSystemImpl system) => _loggers.Start(system);

    internal void StopDefaultLoggers(ActorSystem system) => _loggers.Stop(system);

    internal void SubscribeFrom(LogLevel lowest, IActorRef logger)
    {
        foreach (var level in AllLevels)
        {
            if (level >= lowest) Subscribe(logger, level.ClassFor());
        }
    }

    internal void PublishDebug(string source, string text) => Publish(new Debug(source, GetType(), text));

    protected override bool IsSubClassification(Type parent, Type child) => parent.IsAssignableFrom(child);

    protected override void Publish(object @event, IActorRef subscriber) => subscriber.Tell(@event);

    protected override bool Classify(object @event, Type classifier) => classifier.IsInstanceOfType(@event);

    protected override Type GetClassifier(object @event) => @event.GetType();
}
