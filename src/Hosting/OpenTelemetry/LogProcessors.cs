using System.Diagnostics;
using Akka.Actor;
using Akka.Event;
using Akka.Hosting.Logging;
using OpenTelemetry;
using OpenTelemetry.Logs;

namespace AkkaInstrumentation;

/// <summary>
/// Gives the supervisor's line about a failure its event name, because OpenTelemetry asks an instrumentation for a log record with the exception. The
/// supervisor logs that line under its own type with the path of its child as the source; lines of the child itself have the child's type. The
/// logger's thread.
/// </summary>
internal sealed class FailureEventProcessor : BaseProcessor<LogRecord>
{
    public override void OnEnd(LogRecord data)
    {
        if (data is { Exception: { } exception, Attributes: { } attributes }
            && Value(attributes, "LogSource") is { } source
            && Value(attributes, "ActorPath") is { } supervisor
            && source.StartsWith($"{supervisor}/", StringComparison.Ordinal)
            && ActorPath.TryParse(source, out var failed)
            && Array.FindAll(ActorSystems.Now.Live, system => system.Tags.Name == failed.Address.System) is { Length: > 0 } systems)
        {
            data.EventId = new(0, exception is ActorInitializationException ? FailureEventNames.StartException
                : Array.Exists(systems, static system => system.Tags.HasMessaging) ? MessagingMetricNames.ProcessException
                : FailureEventNames.ProcessException);
        }
    }

    internal static string? Value(IReadOnlyList<KeyValuePair<string, object?>> attributes, string key) =>
        attributes.FirstOrDefault(attribute => attribute.Key == key).Value?.ToString();
}

/// <summary>Notes that a handler that logs uses the current activity, because the record has the activity's ids. The thread that logs.</summary>
internal sealed class ActivityNeedProcessor : BaseProcessor<LogRecord>
{
    public override void OnEnd(LogRecord data) => ActivityNeed.NoteHere();
}

/// <summary>
/// Gives a line that was logged in the handler of a recorded message the attributes that the message's span shows of the message. The logger's
/// thread.
/// </summary>
internal sealed class MessageFieldsProcessor : BaseProcessor<LogRecord>
{
    public override void OnEnd(LogRecord data)
    {
        if (!MessageFields.AreUsed)
        {
            return;
        }

        // the outermost span of the handler is the message's; spans of libraries are inside it
        var span = Activity.Current;
        while (span?.Parent is { } outer)
        {
            span = outer;
        }

        if (span?.Source.Name == AkkaTelemetry.SourceName && span.TraceId == data.TraceId && MessageFields.In(span) is { Count: > 0 } fields)
        {
            // a second call of AddAkkaInstrumentation() adds a second processor
            var known = data.Attributes ?? [];
            data.Attributes = [.. known, .. fields.Where(field => known.All(attribute => attribute.Key != field.Key))];
        }
    }
}

/// <summary>
/// Removes level, time, thread and source from the formatted text of a line that was logged through Akka, because the record has them as separate
/// fields. Akka.Hosting's logger offers no other text. The logger's thread.
/// </summary>
internal sealed class LineTextProcessor : BaseProcessor<LogRecord>
{
    private static readonly string AkkaCategory = typeof(ActorSystem).FullName!;

    public override void OnEnd(LogRecord data)
    {
        if (data is { FormattedMessage: { } text, Attributes: { } attributes } && data.CategoryName == AkkaCategory
            && FailureEventProcessor.Value(attributes, "LogSource") is { } source
            && text.IndexOf($"][{source}]", StringComparison.Ordinal) is > 0 and var at)
        {
            data.FormattedMessage = text[(at + source.Length + "][]".Length)..].TrimStart(' ');
        }
    }
}

/// <summary>
/// Akka.Hosting's logger, which does not ask the filters of Akka's loggers (<c>LoggerFactoryLogger.Log</c>, Akka.Hosting 1.5.71 to 1.5.74).
/// </summary>
internal sealed class FilteredLoggerFactoryLogger : LoggerFactoryLogger
{
    private readonly LogFilterEvaluator _filter = Context.System.Settings.LogFilter;

    protected override void Log(LogEvent log, ActorPath path)
    {
        if (_filter.ShouldTryKeepMessage(log, out _))
        {
            base.Log(log, path);
        }
    }
}
