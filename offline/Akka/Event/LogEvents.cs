#nullable disable annotations // oblivious, as Akka's own signatures are: the cause may be null

namespace Akka.Event;

/// <summary>A log event of debug level.</summary>
public class Debug(Exception cause, string logSource, Type logClass, object message) : LogEvent(cause, logSource, logClass, message)
{
    public override LogLevel LogLevel() => Event.LogLevel.DebugLevel;
}

/// <summary>A log event of info level.</summary>
public class Info(Exception cause, string logSource, Type logClass, object message) : LogEvent(cause, logSource, logClass, message)
{
    public Info(string logSource, Type logClass, object message)
        : this(null, logSource, logClass, message)
    {
    }

    public override LogLevel LogLevel() => Event.LogLevel.InfoLevel;
}

/// <summary>A log event of warning level.</summary>
public class Warning(Exception cause, string logSource, Type logClass, object message) : LogEvent(cause, logSource, logClass, message)
{
    public Warning(string logSource, Type logClass, object message)
        : this(null, logSource, logClass, message)
    {
    }

    public override LogLevel LogLevel() => Event.LogLevel.WarningLevel;
}

/// <summary>A log event of error level.</summary>
public class Error(Exception cause, string logSource, Type logClass, object message) : LogEvent(cause, logSource, logClass, message)
{
    public override LogLevel LogLevel() => Event.LogLevel.ErrorLevel;
}
