namespace Akka.Event;

/// <summary>Builds the text of a log message from its format and arguments.</summary>
public interface ILogMessageFormatter
{
    string Format(string format, params object[] args);
}
