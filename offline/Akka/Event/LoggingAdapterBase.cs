#nullable disable annotations // oblivious, as Akka's own signatures are: the cause may be null

namespace Akka.Event;

/// <summary>Passes on what is enabled, and nothing else.</summary>
public abstract class LoggingAdapterBase : ILoggingAdapter
{
    protected LoggingAdapterBase(ILogMessageFormatter logMessageFormatter)
    {
        ArgumentNullException.ThrowIfNull(logMessageFormatter);
        Formatter = logMessageFormatter;
    }

    public ILogMessageFormatter Formatter { get; }

    public abstract bool IsDebugEnabled { get; }

    public abstract bool IsInfoEnabled { get; }

    public abstract bool IsWarningEnabled { get; }

    public abstract bool IsErrorEnabled { get; }

    public bool IsEnabled(LogLevel logLevel) => logLevel switch
    {
        LogLevel.DebugLevel => IsDebugEnabled,
        LogLevel.InfoLevel => IsInfoEnabled,
        LogLevel.WarningLevel => IsWarningEnabled,
        LogLevel.ErrorLevel => IsErrorEnabled,
        _ => throw new NotSupportedException($"Unknown LogLevel {logLevel}"),
    };

    public void Log(LogLevel logLevel, Exception cause, LogMessage message)
    {
        if (IsEnabled(logLevel)) NotifyLog(logLevel, message, cause);
    }

    public void Log(LogLevel logLevel, Exception cause, string format)
    {
        if (IsEnabled(logLevel)) NotifyLog(logLevel, format, cause);
    }

    protected abstract void NotifyLog(LogLevel logLevel, object message, Exception cause = null);
}
