using OpenTelemetry.Logs;

namespace AkkaInstrumentation.Tests.Logs;

/// <summary>The far end of OpenTelemetry's logging. A batch processor in front of it shows what other exporters get.</summary>
internal sealed class RecordExporter : BaseExporter<LogRecord>
{
    private readonly ConcurrentQueue<Line> _lines = new();

    public IReadOnlyList<Line> Lines => [.. _lines];

    /// <summary>The number of lines so far.</summary>
    public int Count => _lines.Count;

    public override ExportResult Export(in Batch<LogRecord> batch)
    {
        foreach (var record in batch)
        {
            _lines.Enqueue(new Line(
                record.FormattedMessage ?? record.Body ?? "",
                new ActivityContext(record.TraceId, record.SpanId, record.TraceFlags),
                Cause: record.Exception)
            {
                Event = record.EventId.Name,
                Level = record.LogLevel,
                Attributes = (record.Attributes ?? []).DistinctBy(attribute => attribute.Key)
                    .ToDictionary(attribute => attribute.Key, attribute => attribute.Value),
            });
        }

        return ExportResult.Success;
    }
}
