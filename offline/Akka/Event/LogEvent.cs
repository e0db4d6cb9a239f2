#nullable disable annotations // oblivious, as Akka's own signatures are: the cause may be null

using System.Globalization;
using Akka.Actor;

namespace Akka.Event;

/// <summary>Something to be logged, as it travels over the event stream.</summary>
public abstract class LogEvent : INoSerializationVerificationNeeded
{
    protected LogEvent()
    {
        Timestamp = DateTime.UtcNow;
        Thread = Thread.CurrentThread;
    }

    public Exception Cause { get; protected set; }

    public DateTime Timestamp { get; }

    public Thread Thread { get; }

    public string LogSource { get; protected set; }

    public Type LogClass { get; protected set; }

    public object Message { get; protected set; }

    public abstract LogLevel LogLevel();

    public override string ToString()
    {
        var text = string.Create(
            CultureInfo.InvariantCulture,
            $"[{LogLevel().StringFor()}][{Timestamp:MM/dd/yyyy hh:mm:ss.fff}Z][Thread {Thread.ManagedThreadId:0000}][{LogSource}] {Message}");
        return Cause is null ? text : $"{text}{Environment.NewLine}Cause: {Cause}";
    }
}
