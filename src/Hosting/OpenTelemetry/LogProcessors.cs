using System.Diagnostics;
using Akka.Actor;
using OpenTelemetry;
using OpenTelemetry.Logs;

namespace AkkaInstrumentation;

/// <summary>
/// Gives the supervisor's line about a failure its event name: the record with the exception is what OpenTelemetry asks an instrumentation for.
/// The supervisor logs it in its own name with the path of its child as the source; lines of the child itself are in the child's name. The
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

/// <summary>A handler that logs uses the current activity: the record's ids are its. The thread that logs.</summary>
internal sealed class ActivityNeedProcessor : BaseProcessor<LogRecord>
{
    public override void OnEnd(LogRecord data) => ActivityNeed.NoteHere();
}

/// <summary>
/// Gives a line that was logged in the handler of a recorded message what the message's span shows of the message. The logger's thread.
/// </summary>
internal sealed class MessageFieldsProcessor : BaseProcessor<LogRecord>
{
    public override void OnEnd(LogRecord data)
    {
        if (!MessageFields.AreUsed)
        {
            return;
        }

        // the outermost, whose parent is in no handler: spans of libraries are inside of it
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
/// Cuts from the formatted text of a line that was logged through Akka the level, time, thread and source, which the record has on their own.
/// Akka.Hosting's logger knows no other text. The logger's thread.
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
