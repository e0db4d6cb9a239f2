#nullable disable annotations // oblivious, as Akka's own signatures are: cause and arguments may be null

namespace Akka.Event;

public static partial class LoggingExtensions
{
    public static void Error(this ILoggingAdapter log, string format) =>
        log.Log(LogLevel.ErrorLevel, null, format);

    public static void Error(this ILoggingAdapter log, Exception cause, string format) =>
        log.Log(LogLevel.ErrorLevel, cause, format);

    public static void Error<T1>(this ILoggingAdapter log, string format, T1 arg1)
    {
        if (log.IsErrorEnabled) Write(log, LogLevel.ErrorLevel, null, format, [arg1]);
    }

    public static void Error<T1>(this ILoggingAdapter log, Exception cause, string format, T1 arg1)
    {
        if (log.IsErrorEnabled) Write(log, LogLevel.ErrorLevel, cause, format, [arg1]);
    }

    public static void Error<T1, T2>(this ILoggingAdapter log, string format, T1 arg1, T2 arg2)
    {
        if (log.IsErrorEnabled) Write(log, LogLevel.ErrorLevel, null, format, [arg1, arg2]);
    }

    public static void Error<T1, T2>(this ILoggingAdapter log, Exception cause, string format, T1 arg1, T2 arg2)
    {
        if (log.IsErrorEnabled) Write(log, LogLevel.ErrorLevel, cause, format, [arg1, arg2]);
    }

    public static void Error<T1, T2, T3>(this ILoggingAdapter log, string format, T1 arg1, T2 arg2, T3 arg3)
    {
        if (log.IsErrorEnabled) Write(log, LogLevel.ErrorLevel, null, format, [arg1, arg2, arg3]);
    }

    public static void Error<T1, T2, T3>(this ILoggingAdapter log, Exception cause, string format, T1 arg1, T2 arg2, T3 arg3)
    {
        if (log.IsErrorEnabled) Write(log, LogLevel.ErrorLevel, cause, format, [arg1, arg2, arg3]);
    }

    public static void Error(this ILoggingAdapter log, string format, object[] args)
    {
        if (log.IsErrorEnabled) Write(log, LogLevel.ErrorLevel, null, format, args);
    }

    public static void Error(this ILoggingAdapter log, Exception cause, string format, object[] args)
    {
        if (log.IsErrorEnabled) Write(log, LogLevel.ErrorLevel, cause, format, args);
    }
}
