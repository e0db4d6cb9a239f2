#nullable disable annotations // oblivious, as Akka's own signatures are: the cause may be null

namespace Akka.Event;

/// <summary>Publishes to a <see cref="LoggingBus"/> what its level lets through.</summary>
public sealed class BusLogging : ILoggingAdapter
{
    public BusLogging(LoggingBus bus, string logSource, Type logClass, ILogMessageFormatter logMessageFormatter)
    {
        Bus = bus;
        LogSource = logSource;
        LogClass = logClass;
        Formatter = logMessageFormatter;
    }

    public LoggingBus Bus { get; }

    public string LogSource { get; }

    public Type LogClass { get; }

    public ILogMessageFormatter Formatter { get; }

    public void Log(LogLevel logLevel, Exception cause, LogMessage message) => Publish(logLevel, cause, message);

    public void Log(LogLevel logLevel, Exception cause, string format) => Publish(logLevel, cause, format);

    private void Publish(LogLevel level, Exception cause, object message)
    {
        if (Bus.LogLevel <= level)
        {
            Bus.Publish(level switch
            {
                LogLevel.DebugLevel => new Debug(cause, LogSource, LogClass, message),
                LogLevel.InfoLevel => new Info(cause, LogSource, LogClass, message),
                LogLevel.WarningLevel => new Warning(cause, LogSource, LogClass, message),
                _ => new Error(cause, LogSource, LogClass, message),
            });
        }
    }
}
