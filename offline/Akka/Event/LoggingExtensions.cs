#nullable disable annotations // oblivious, as Akka's own signatures are: cause and arguments may be null

namespace Akka.Event;

/// <summary>The methods by which everybody logs; arguments are boxed only for a level that is on.</summary>
public static partial class LoggingExtensions
{
    public static void Log(this ILoggingAdapter log, LogLevel level, string format) => log.Log(level, null, format);

    public static void Log(this ILoggingAdapter log, LogLevel level, string format, object[] args) =>
        log.Log(level, null, format, args);

    public static void Log(this ILoggingAdapter log, LogLevel level, Exception cause, string format, object[] args)
    {
        if (log.IsEnabled(level)) Write(log, level, cause, format, args);
    }

    private static void Write(ILoggingAdapter log, LogLevel level, Exception cause, string format, object[] args) =>
        log.Log(level, cause, new LogMessageWithArguments(log.Formatter, format, args));
}
