#nullable disable annotations // oblivious, as Akka's own signatures are: the cause may be null

namespace Akka.Event;

/// <summary>Logs nothing.</summary>
public sealed class NoLogger : ILoggingAdapter
{
    public static readonly ILoggingAdapter Instance = new NoLogger();

    private NoLogger()
    {
    }

    public ILogMessageFormatter Formatter => DefaultLogMessageFormatter.Instance;

    public bool IsDebugEnabled => false;

    public bool IsInfoEnabled => false;

    public bool IsWarningEnabled => false;

    public bool IsErrorEnabled => false;

    public bool IsEnabled(LogLevel logLevel) => false;

    public void Log(LogLevel logLevel, Exception cause, LogMessage message)
    {
    }

    public void Log(LogLevel logLevel, Exception cause, string format)
    {
    }
}
