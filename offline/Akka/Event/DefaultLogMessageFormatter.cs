using System.Globalization;

namespace Akka.Event;

/// <summary>Formats as <see cref="string.Format(string, object[])"/> does.</summary>
public class DefaultLogMessageFormatter : ILogMessageFormatter
{
    public static readonly DefaultLogMessageFormatter Instance = new();

    private DefaultLogMessageFormatter()
    {
    }

    public string Format(string format, params object[] args) => string.Format(CultureInfo.CurrentCulture, format, args);
}
