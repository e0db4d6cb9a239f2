using Akka.Actor;

namespace Akka.Event;

/// <summary>Writes log events to the console.</summary>
public class StandardOutLogger : MinimalLogger
{
    private static readonly object s_console = new();

    public static bool UseColors { get; set; } = true;

    public static ConsoleColor DebugColor { get; set; } = ConsoleColor.Gray;

    public static ConsoleColor InfoColor { get; set; } = ConsoleColor.White;

    public static ConsoleColor WarningColor { get; set; } = ConsoleColor.Yellow;

    public static ConsoleColor ErrorColor { get; set; } = ConsoleColor.Red;

    internal static void Print(object message)
    {
        ConsoleColor? color = !UseColors ? null : message switch
        {
            Debug => DebugColor,
            Info => InfoColor,
            Warning => WarningColor,
            Error => ErrorColor,
            _ => null,
        };
        var text = Text(message);
        lock (s_console)
        {
            if (color is { } foreground) Console.ForegroundColor = foreground;
            Console.WriteLine(text);
            if (color is not null) Console.ResetColor();
        }
    }

    protected override void Log(object message) => Print(message);

    // A wrong format string must not cost the event, nor the thread that published it.
    private static string Text(object message)
    {
        try
        {
            return message.ToString() ?? "";
        }
        catch (FormatException ex)
        {
            var format = ((message as LogEvent)?.Message as LogMessage)?.Format;
            return $"[{message.GetType().Name}] [{(message as LogEvent)?.LogSource}] Could not format \"{format}\": {ex.Message}";
        }
    }
}
