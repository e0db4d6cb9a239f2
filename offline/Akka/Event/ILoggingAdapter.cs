#nullable disable annotations // oblivious, as Akka's own signatures are: the cause may be null

namespace Akka.Event;

/// <summary>Where an actor or component writes its log.</summary>
public interface ILoggingAdapter
{
    ILogMessageFormatter Formatter { get; }

    void Log(LogLevel logLevel, Exception cause, LogMessage message);

    void Log(LogLevel logLevel, Exception cause, string format);
}
