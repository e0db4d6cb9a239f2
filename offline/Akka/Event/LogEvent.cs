#nullable disable annotations // oblivious, as Akka's own signatures are: the cause may be null

using System.Globalization;

namespace Akka.Event;

/// <summary>Something to be logged, as it travels over the event stream.</summary>
public abstract class LogEvent
{
    private protected LogEvent(Exception cause, string logSource, Type logClass, object message)
    {
        Cause = cause;
        LogSource = logSource;
        Message = message;
    }

    public Exception Cause { get; protected set; }

    public DateTime Timestamp { get; } = DateTime.UtcNow;

    public Thread Thread { get; } = Thread.CurrentThread;

    public string LogSource { get; protected set; }

    public object Message { get; protected set; }

    public abstract LogLevel LogLevel();

    public override string ToString()
    {
        var text = string.Create(
            CultureInfo.InvariantCulture,
            $"{Timestamp:HH:mm:ss.fff} {LogLevel().StringFor()} thread {Thread.ManagedThreadId} {LogSource}: {Message}");
        return Cause is null ? text : text + Environment.NewLine + Cause;
    }
}
