using System.Diagnostics;
using OpenTelemetry;
using OpenTelemetry.Logs;

namespace AkkaInstrumentation;

/// <summary>Gives a line that was logged in the handler of a recorded message what the message's span shows of the message. The logger's thread.</summary>
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
