using System.Diagnostics;
using OpenTelemetry;
using OpenTelemetry.Logs;

namespace AkkaInstrumentation;

/// <summary>
/// Gives the record of a line that was logged through Akka the ids of the span in which it was logged. Called on the logger's thread, inside
/// <c>ILogger.Log</c>, before the record is exported or copied for a batch.
/// </summary>
internal sealed class LogEventProcessor : BaseProcessor<LogRecord>
{
    public override void OnEnd(LogRecord data)
    {
        if (Activity.Current is LogActivity { Origin.Context: var origin })
        {
            data.TraceId = origin.TraceId;
            data.SpanId = origin.SpanId;
            data.TraceFlags = origin.TraceFlags;
        }
    }
}
