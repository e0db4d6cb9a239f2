namespace Akka.Event;

/// <summary>A format and its arguments; the text is built when somebody asks for it.</summary>
public abstract class LogMessage
{
    protected readonly ILogMessageFormatter Formatter;

    public LogMessage(ILogMessageFormatter formatter, string format)
    {
        Formatter = formatter;
        Format = format;
    }

    public string Format { get; }
}

internal sealed class LogMessageWithArguments(ILogMessageFormatter formatter, string format, object?[] arguments) : LogMessage(formatter, format)
{
    public override string ToString() => Formatter.Format(Format, arguments!);
}
