using Akka.Actor;
using Akka.Actor.Internal;
using Akka.Configuration;

namespace Akka.Event;

/// <summary>The logger actors of one system: from <c>akka.loggers</c>, between system start and termination.</summary>
internal sealed class LoggerSet(LoggingBus bus)
{
    private static int s_loggerNumber;

    private readonly List<IActorRef> _loggers = [];

    public void Start(ActorSystemImpl system)
    {
        var settings = system.Settings;
        var level = Logging.LogLevelFor(settings.LogLevel);
        var types = settings.Loggers.Select(TypeOf).ToList();
        var starting = types.Where(type => type != typeof(StandardOutLogger)).Select(type => StartOneAsync(system, type, level)).ToArray();
        if (!Task.WaitAll(starting, settings.LoggerStartTimeout))
        {
            bus.Publish(new Warning("loggers", GetType(), $"Not all loggers are ready after {settings.LoggerStartTimeout}; they log once they are."));
        }

        if (!types.Contains(typeof(StandardOutLogger)))
        {
            bus.Unsubscribe(settings.StdoutLogger);
        }

        bus.SetLogLevel(level);
    }

    public void Stop(ActorSystem system)
    {
        bus.SubscribeFrom(Logging.LogLevelFor(system.Settings.StdoutLogLevel), system.Settings.StdoutLogger);
        lock (_loggers)
        {
            foreach (var logger in _loggers)
            {
                bus.Unsubscribe(logger);
                ((IInternalActorRef)logger).Stop();
            }

            _loggers.Clear();
        }
    }

    private static Type TypeOf(string name) => Type.GetType(name) ?? throw new ConfigurationException($"akka.loggers names [{name}], which is not a known type");

    private async Task StartOneAsync(ActorSystemImpl system, Type type, LogLevel level)
    {
        var name = $"log{Interlocked.Increment(ref s_loggerNumber)}-{Logging.SimpleName(type)}";
        var logger = system.SystemActorOf(Props.Create(type).WithDispatcher(system.Settings.LoggersDispatcher), name);
        await logger.Ask<LoggerInitialized>(new InitializeLogger(bus), Timeout.InfiniteTimeSpan).ConfigureAwait(false);
        lock (_loggers)
        {
            _loggers.Add(logger);
        }

        bus.SubscribeFrom(level, logger);
    }
}
