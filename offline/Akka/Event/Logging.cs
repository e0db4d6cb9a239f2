#nullable disable annotations // oblivious, as Akka's own signatures are: the formatter may be null

using Akka.Actor;

namespace Akka.Event;

/// <summary>Makes loggers, and translates log levels.</summary>
public static class Logging
{
    // Above every level: what akka.loglevel = OFF means.
    private const LogLevel OffLevel = (LogLevel)int.MaxValue;

    public static ILoggingAdapter GetLogger(this IActorContext context, ILogMessageFormatter logMessageFormatter = null) =>
        new BusLogging(
            context.System.EventStream,
            context.Self.Path.ToString(),
            context.Props.Type,
            logMessageFormatter ?? context.System.Settings.LogFormatter);

    public static ILoggingAdapter GetLogger(ActorSystem system, object logSourceObj, ILogMessageFormatter logMessageFormatter = null)
    {
        var (source, type) = LogSources.Describe(logSourceObj, system);
        return new BusLogging(system.EventStream, source, type, logMessageFormatter ?? system.Settings.LogFormatter);
    }

    public static ILoggingAdapter GetLogger(LoggingBus loggingBus, object logSourceObj, ILogMessageFormatter logMessageFormatter = null)
    {
        var (source, type) = LogSources.Describe(logSourceObj, null);
        return new BusLogging(loggingBus, source, type, logMessageFormatter ?? DefaultLogMessageFormatter.Instance);
    }

    public static string SimpleName(object o) => SimpleName(o.GetType());

    public static string SimpleName(Type t) => t.Name;

    public static string StringFor(this LogLevel logLevel) => logLevel switch
    {
        LogLevel.DebugLevel => "DEBUG",
        LogLevel.InfoLevel => "INFO",
        LogLevel.WarningLevel => "WARNING",
        LogLevel.ErrorLevel => "ERROR",
        _ => throw new ArgumentException("Unknown LogLevel", nameof(logLevel)),
    };

    public static Type ClassFor(this LogLevel logLevel) => logLevel switch
    {
        LogLevel.DebugLevel => typeof(Debug),
        LogLevel.InfoLevel => typeof(Info),
        LogLevel.WarningLevel => typeof(Warning),
        LogLevel.ErrorLevel => typeof(Error),
        _ => throw new ArgumentException("Unknown LogLevel", nameof(logLevel)),
    };

    public static LogLevel LogLevelFor(string logLevel)
    {
        var name = logLevel?.ToUpperInvariant() ?? "";
        return name switch
        {
            "DEBUG" => LogLevel.DebugLevel,
            "INFO" => LogLevel.InfoLevel,
            "WARNING" => LogLevel.WarningLevel,
            "ERROR" => LogLevel.ErrorLevel,
            "OFF" => OffLevel,
            _ => throw new ArgumentException(
                $"Unknown LogLevel: \"{name}\". Valid values are: \"DEBUG\", \"INFO\", \"WARNING\", \"ERROR\"", nameof(logLevel)),
        };
    }

    public static LogLevel LogLevelFor<T>()
        where T : LogEvent
    {
        var type = typeof(T);
        if (type == typeof(Debug)) return LogLevel.DebugLevel;
        if (type == typeof(Info)) return LogLevel.InfoLevel;
        if (type == typeof(Warning)) return LogLevel.WarningLevel;
        if (type == typeof(Error)) return LogLevel.ErrorLevel;
        throw new ArgumentException($"Unknown LogEvent type: \"{type.FullName}\". Valid types are: \"{typeof(Debug)}\", \"{typeof(Info)}\", \"{typeof(Warning)}\", \"{typeof(Error)}\"");
    }
}
