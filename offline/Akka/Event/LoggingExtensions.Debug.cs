#nullable disable annotations // oblivious, as Akka's own signatures are: cause and arguments may be null

namespace Akka.Event;

public static partial class LoggingExtensions
{
    public static void Debug(this ILoggingAdapter log, string format) =>
        log.Log(LogLevel.DebugLevel, null, format);

    public static void Debug(this ILoggingAdapter log, Exception cause, string format) =>
        log.Log(LogLevel.DebugLevel, cause, format);

    public static void Debug<T1>(this ILoggingAdapter log, string format, T1 arg1)
    {
        if (log.IsDebugEnabled) Write(log, LogLevel.DebugLevel, null, format, [arg1]);
    }

    public static void Debug<T1>(this ILoggingAdapter log, Exception cause, string format, T1 arg1)
    {
        if (log.IsDebugEnabled) Write(log, LogLevel.DebugLevel, cause, format, [arg1]);
    }

    public static void Debug<T1, T2>(this ILoggingAdapter log, string format, T1 arg1, T2 arg2)
    {
        if (log.IsDebugEnabled) Write(log, LogLevel.DebugLevel, null, format, [arg1, arg2]);
    }

    public static void Debug<T1, T2>(this ILoggingAdapter log, Exception cause, string format, T1 arg1, T2 arg2)
    {
        if (log.IsDebugEnabled) Write(log, LogLevel.DebugLevel, cause, format, [arg1, arg2]);
    }

    public static void Debug<T1, T2, T3>(this ILoggingAdapter log, string format, T1 arg1, T2 arg2, T3 arg3)
    {
        if (log.IsDebugEnabled) Write(log, LogLevel.DebugLevel, null, format, [arg1, arg2, arg3]);
    }

    public static void Debug<T1, T2, T3>(this ILoggingAdapter log, Exception cause, string format, T1 arg1, T2 arg2, T3 arg3)
    {
        if (log.IsDebugEnabled) Write(log, LogLevel.DebugLevel, cause, format, [arg1, arg2, arg3]);
    }

    public static void Debug(this ILoggingAdapter log, string format, object[] args)
    {
        if (log.IsDebugEnabled) Write(log, LogLevel.DebugLevel, null, format, args);
    }

    public static void Debug(this ILoggingAdapter log, Exception cause, string format, object[] args)
    {
        if (log.IsDebugEnabled) Write(log, LogLevel.DebugLevel, cause, format, args);
    }
}
