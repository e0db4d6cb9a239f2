using System.Diagnostics;
using OpenTelemetry;
using OpenTelemetry.Logs;

namespace WebApi.LivePage.Logs;

/// <summary>Keeps the lines of the traces that the page may show, by trace. The memory is bounded.</summary>
internal sealed class LineExporter : BaseExporter<LogRecord>
{
    private const int MaxTraces = 8192;
    private const int MaxLines = 64;

    private readonly Lock _lock = new();
    private readonly Dictionary<ActivityTraceId, List<LogLine>> _lines = [];
    private readonly Queue<ActivityTraceId> _oldestFirst = new();

    public override ExportResult Export(in Batch<LogRecord> batch)
    {
        lock (_lock)
        {
            foreach (var record in batch)
            {
                if (record.TraceId != default)
                {
                    Add(record);
                }
            }
        }

        return ExportResult.Success;
    }

    /// <summary>The lines of a trace in the order of their times.</summary>
    public IReadOnlyList<LogLine> Of(ActivityTraceId trace)
    {
        lock (_lock)
        {
            return _lines.TryGetValue(trace, out var lines) ? [.. lines.OrderBy(line => line.At)] : [];
        }
    }

    private void Add(LogRecord record)
    {
        if (!_lines.TryGetValue(record.TraceId, out var lines))
        {
            _lines.Add(record.TraceId, lines = []);
            _oldestFirst.Enqueue(record.TraceId);
            if (_oldestFirst.Count > MaxTraces)
            {
                _lines.Remove(_oldestFirst.Dequeue());
            }
        }

        if (lines.Count < MaxLines)
        {
            lines.Add(LogLine.Of(record));
        }
    }
}
