using System.Diagnostics;
using OpenTelemetry;
using OpenTelemetry.Logs;

namespace AkkaInstrumentation;

/// <summary>Gives a line that was logged in the handler of a recorded message what the message's span shows of the message. The logger's thread.</summary>
internal sealed class MessageFieldsProcessor : BaseProcessor<LogRecord>
{
    public override void OnEnd(LogRecord data)
    {
        if (MessageFields.AreUsed && Activity.Current is { } span && span.SpanId == data.SpanId && MessageFields.In(span) is { Count: > 0 } fields)
        {
            data.Attributes = [.. data.Attributes ?? [], .. fields];
        }
    }
}
