#nullable disable annotations // oblivious, as Akka's own signatures are: the cause may be null

namespace Akka.Event;

/// <summary>Publishes to a <see cref="LoggingBus"/>; which levels are on is decided once, here.</summary>
public sealed class BusLogging : LoggingAdapterBase
{
    public BusLogging(LoggingBus bus, string logSource, Type logClass, ILogMessageFormatter logMessageFormatter)
        : base(logMessageFormatter)
    {
        Bus = bus;
        LogSource = logSource;
        LogClass = logClass;
    }

    public LoggingBus Bus { get; }

    public string LogSource { get; }

    public Type LogClass { get; }

    public override bool IsDebugEnabled => Bus.LogLevel <= LogLevel.DebugLevel;

    public override bool IsInfoEnabled => Bus.LogLevel <= LogLevel.InfoLevel;

    public override bool IsWarningEnabled => Bus.LogLevel <= LogLevel.WarningLevel;

    public override bool IsErrorEnabled => Bus.LogLevel <= LogLevel.ErrorLevel;

    protected override void NotifyLog(LogLevel logLevel, object message, Exception cause = null) =>
        Bus.Publish(CreateEvent(logLevel, message, cause));

    private LogEvent CreateEvent(LogLevel level, object message, Exception cause) => level switch
    {
        LogLevel.DebugLevel => new Debug(cause, LogSource, LogClass, message),
        LogLevel.InfoLevel => new Info(cause, LogSource, LogClass, message),
        LogLevel.WarningLevel => new Warning(cause, LogSource, LogClass, message),
        LogLevel.ErrorLevel => new Error(cause, LogSource, LogClass, message),
        _ => throw new NotSupportedException($"Unknown LogLevel {level}"),
    };
}
