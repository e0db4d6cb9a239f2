#nullable disable annotations // oblivious, as Akka's own signatures are: cause and arguments may be null

namespace Akka.Event;

/// <summary>The methods by which everybody logs.</summary>
public static class LoggingExtensions
{
    public static void Info(this ILoggingAdapter log, string format) => Write(log, LogLevel.InfoLevel, null, format);

    public static void Info(this ILoggingAdapter log, string format, object[] args) => Write(log, LogLevel.InfoLevel, null, format, args);

    public static void Warning<T1, T2>(this ILoggingAdapter log, string format, T1 arg1, T2 arg2) =>
        Write(log, LogLevel.WarningLevel, null, format, arg1, arg2);

    public static void Warning<T1, T2, T3>(this ILoggingAdapter log, string format, T1 arg1, T2 arg2, T3 arg3) =>
        Write(log, LogLevel.WarningLevel, null, format, arg1, arg2, arg3);

    public static void Warning(this ILoggingAdapter log, string format, object[] args) => Write(log, LogLevel.WarningLevel, null, format, args);

    public static void Error(this ILoggingAdapter log, Exception cause, string format) => Write(log, LogLevel.ErrorLevel, cause, format);

    public static void Error<T1>(this ILoggingAdapter log, string format, T1 arg1) => Write(log, LogLevel.ErrorLevel, null, format, arg1);

    public static void Error<T1>(this ILoggingAdapter log, Exception cause, string format, T1 arg1) =>
        Write(log, LogLevel.ErrorLevel, cause, format, arg1);

    private static void Write(ILoggingAdapter log, LogLevel level, Exception cause, string format, params object[] args)
    {
        if (args.Length == 0)
        {
            log.Log(level, cause, format);
        }
        else
        {
            log.Log(level, cause, new LogMessageWithArguments(log.Formatter, format, args));
        }
    }
}
