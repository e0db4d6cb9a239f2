using System.Diagnostics;
using Microsoft.Extensions.Logging;
using OpenTelemetry.Logs;

namespace WebApi.LivePage.Logs;

/// <summary>What is kept of a log record.</summary>
internal sealed record LogLine(DateTime At, ActivitySpanId Span, LogLevel Level, string Text)
{
    // An event's text begins with level, time and thread. The page shows these on its own; what counts here begins with the actor.
    private const string Actor = "akka://";

    public static LogLine Of(LogRecord record)
    {
        var text = (record.FormattedMessage ?? record.Body ?? "").Split('\n')[0].TrimEnd();
        var actor = text.IndexOf(Actor, StringComparison.Ordinal);
        return new LogLine(record.Timestamp, record.SpanId, record.LogLevel, actor < 0 ? text : text[actor..].Replace("] ", ": ", StringComparison.Ordinal));
    }
}
