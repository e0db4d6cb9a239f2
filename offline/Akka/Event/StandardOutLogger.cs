namespace Akka.Event;

/// <summary>Writes log events to the console.</summary>
public class StandardOutLogger : MinimalLogger
{
    internal static void Print(object message)
    {
        try
        {
            Console.WriteLine(message);
        }
        catch (FormatException e)
        {
            // A wrong format string must not cost the event, nor the thread that published it.
            var logEvent = message as LogEvent;
            Console.WriteLine($"{message.GetType().Name} {logEvent?.LogSource}: \"{(logEvent?.Message as LogMessage)?.Format}\": {e.Message}");
        }
    }

    protected override void Log(object message) => Print(message);
}
