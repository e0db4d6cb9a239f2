#nullable disable annotations // oblivious, as Akka's own signatures are: the formatter may be null

using Akka.Actor;

namespace Akka.Event;

/// <summary>Makes loggers, and translates log levels.</summary>
public static class Logging
{
    // Above every level: what akka.loglevel = OFF means.
    private const LogLevel OffLevel = (LogLevel)int.MaxValue;

    public static ILoggingAdapter GetLogger(this IActorContext context, ILogMessageFormatter logMessageFormatter = null) =>
        GetLogger(context.System, context, logMessageFormatter);

    public static ILoggingAdapter GetLogger(ActorSystem system, object logSourceObj, ILogMessageFormatter logMessageFormatter = null) =>
        Logger(system.EventStream, logSourceObj, system, logMessageFormatter);

    public static ILoggingAdapter GetLogger(LoggingBus loggingBus, object logSourceObj, ILogMessageFormatter logMessageFormatter = null) =>
        Logger(loggingBus, logSourceObj, null, logMessageFormatter);

    public static string SimpleName(object o) => SimpleName(o.GetType());

    public static string SimpleName(Type t) => t.Name;

    public static string StringFor(this LogLevel logLevel) => logLevel switch
    {
        LogLevel.DebugLevel => "DEBUG",
        LogLevel.InfoLevel => "INFO",
        LogLevel.WarningLevel => "WARNING",
        _ => "ERROR",
    };

    public static Type ClassFor(this LogLevel logLevel) => logLevel switch
    {
        LogLevel.DebugLevel => typeof(Debug),
        LogLevel.InfoLevel => typeof(Info),
        LogLevel.WarningLevel => typeof(Warning),
        _ => typeof(Error),
    };

    public static LogLevel LogLevelFor(string logLevel) => logLevel?.ToUpperInvariant() switch
    {
        "DEBUG" => LogLevel.DebugLevel,
        "INFO" => LogLevel.InfoLevel,
        "WARNING" => LogLevel.WarningLevel,
        "ERROR" => LogLevel.ErrorLevel,
        "OFF" => OffLevel,
        _ => throw new ArgumentException($"[{logLevel}] is no log level; there are DEBUG, INFO, WARNING, ERROR and OFF", nameof(logLevel)),
    };

    private static BusLogging Logger(LoggingBus bus, object source, ActorSystem system, ILogMessageFormatter formatter)
    {
        var (name, type) = source switch
        {
            IActorContext context => (context.Self.Path.ToString(), context.Props.Type),
            IActorRef actor => (actor.Path.ToString(), actor.GetType()),
            ActorSystem self => ($"ActorSystem({self.Name})", self.GetType()),
            string text => (InSystem(text), typeof(string)),
            Type of => (InSystem(SimpleName(of)), of),
            _ => (InSystem(SimpleName(source)), source.GetType()),
        };
        return new BusLogging(bus, name, type, formatter ?? DefaultLogMessageFormatter.Instance);

        string InSystem(string text) => system is null ? text : $"{text} (akka://{system.Name})";
    }
}
