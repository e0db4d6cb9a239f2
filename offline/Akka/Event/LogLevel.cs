namespace Akka.Event;

/// <summary>The severity of a log event.</summary>
public enum LogLevel
{
    DebugLevel,
    InfoLevel,
    WarningLevel,
    ErrorLevel,
}
