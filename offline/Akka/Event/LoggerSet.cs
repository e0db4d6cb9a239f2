using Akka.Actor;
using Akka.Actor.Internal;
using Akka.Configuration;

namespace Akka.Event;

/// <summary>The logger actors of one system: from <c>akka.loggers</c>, between system start and termination.</summary>
internal sealed class LoggerSet(LoggingBus bus)
{
    private static int s_loggerNumber;

    private readonly object _lock = new();
    private readonly List<IActorRef> _loggers = [];
    private Action _stopWaiting = () => { };
    private bool _started;

    public void Start(ActorSystemImpl system)
    {
        var settings = system.Settings;
        var source = SourceOf(system);
        var level = Logging.LogLevelFor(settings.LogLevel);
        var stopping = new CancellationTokenSource();
        _stopWaiting = stopping.Cancel;
        var types = settings.Loggers.Select(FindLogger).ToList();
        var starting = types.Where(type => type != typeof(StandardOutLogger)).Select(type => StartOne(system, type, level, stopping.Token)).ToList();
        if (!settings.LoggerAsyncStart)
        {
            foreach (var logger in starting) Await(logger, settings.LoggerStartTimeout, source);
        }

        if (settings.DebugUnhandledMessage) UnhandledMessageForwarder.Start(system);
        if (!types.Contains(typeof(StandardOutLogger)))
        {
            bus.PublishDebug(source, "StandardOutLogger being removed");
            bus.Unsubscribe(settings.StdoutLogger);
        }

        bus.SetLogLevel(level);
        _started = true;
        bus.PublishDebug(source, "Default Loggers started");
    }

    public void Stop(ActorSystem system)
    {
        if (_started) bus.SubscribeFrom(Logging.LogLevelFor(system.Settings.StdoutLogLevel), system.Settings.StdoutLogger);
        bus.PublishDebug(Logging.SimpleName(bus), "Shutting down: StandardOutLogger started");
        _stopWaiting();
        List<IActorRef> loggers;
        lock (_lock)
        {
            loggers = [.. _loggers];
            _loggers.Clear();
        }

        foreach (var logger in loggers)
        {
            bus.Unsubscribe(logger);
            if (logger is IInternalActorRef actor) actor.Stop();
        }

        bus.PublishDebug(Logging.SimpleName(bus), "All default loggers stopped");
    }

    private static string SourceOf(ActorSystem system) => $"EventStream({system.Name})";

    private static Type FindLogger(string name) =>
        Type.GetType(name) ?? throw new ConfigurationException($"Logger specified in config cannot be found: \"{name}\"");

    private (string Name, Task Ready) StartOne(ActorSystemImpl system, Type type, LogLevel level, CancellationToken stopping)
    {
        var name = $"log{Interlocked.Increment(ref s_loggerNumber)}-{Logging.SimpleName(type)}";
        var logger = system.SystemActorOf(Props.Create(type).WithDispatcher(system.Settings.LoggersDispatcher), name);
        return ($"{name} [{type.FullName}]", WhenReadyAsync(logger, $"{name} [{type.FullName}]", SourceOf(system), level, stopping));
    }

    // No time-out here: a late logger is taken in when it is ready, unless the system stops before.
    private async Task WhenReadyAsync(IActorRef logger, string name, string source, LogLevel level, CancellationToken stopping)
    {
        try
        {
            var answer = await logger.Ask<object>(new InitializeLogger(bus), Timeout.InfiniteTimeSpan, stopping).ConfigureAwait(false);
            if (answer is not LoggerInitialized)
            {
                bus.Publish(new Error(null, source, bus.GetType(), $"Logger {name} did not respond with LoggerInitialized, sent instead {answer?.GetType()}. Stopping logger."));
                StopLogger(logger);
                return;
            }

            lock (_lock)
            {
                _loggers.Add(logger);
            }

            bus.SubscribeFrom(level, logger);
            bus.PublishDebug(source, $"Logger {name} started");
        }
        catch (Exception ex) when (ex is OperationCanceledException or AskTimeoutException)
        {
            bus.Publish(new Warning(source, bus.GetType(), $"Logger {name} startup have been cancelled because of system shutdown. Stopping logger."));
            StopLogger(logger);
        }
    }

    private static void StopLogger(IActorRef logger)
    {
        if (logger is IInternalActorRef actor) actor.Stop();
    }

    private void Await((string Name, Task Ready) logger, TimeSpan timeout, string source)
    {
        if (logger.Ready.Wait(timeout)) return;
        bus.Publish(new Warning(
            source,
            bus.GetType(),
            $"Logger {logger.Name} did not respond within {timeout} to InitializeLogger(bus), LoggingBus will try and wait until it is ready. Since it start up is delayed, this logger may not capture all startup events correctly."));
    }
}
