using System.Diagnostics;
using OpenTelemetry;

namespace WebApi.LivePage.Traces;

/// <summary>
/// Puts spans together to traces and keeps those that the page shows. Spans of one trace come one by one and the
/// request's is not always the last, so a trace is ranked a moment after its request has ended. The memory is bounded.
/// </summary>
internal sealed class TraceExporter : BaseExporter<Activity>
{
    private const int MaxOpenTraces = 4096;
    private static readonly TimeSpan Settling = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan LongestTrace = TimeSpan.FromSeconds(15);

    private readonly Lock _lock = new();
    private readonly Dictionary<ActivityTraceId, Trace> _open = [];
    private readonly Queue<Trace> _oldestFirst = new();
    private readonly Queue<Trace> _settling = new();
    private readonly TraceBoard _board = new();

    public override ExportResult Export(in Batch<Activity> batch)
    {
        var now = DateTime.UtcNow;
        lock (_lock)
        {
            foreach (var span in batch)
            {
                Add(span, now);
            }

            Settle(now);
        }

        return ExportResult.Success;
    }

    public IReadOnlyList<TraceView> Slowest() => View(_board.Slowest);

    public IReadOnlyList<TraceView> Failed() => View(_board.Failed);

    private List<TraceView> View(Func<DateTime, IEnumerable<Trace>> selection)
    {
        var now = DateTime.UtcNow;
        lock (_lock)
        {
            Settle(now);
            return [.. selection(now).Select(TraceView.Of)];
        }
    }

    private void Add(Activity span, DateTime now)
    {
        if (!_open.TryGetValue(span.TraceId, out var trace))
        {
            trace = new Trace(span.TraceId, now);
            _open.Add(span.TraceId, trace);
            _oldestFirst.Enqueue(trace);
        }

        var isComplete = trace.Request is not null;
        trace.Add(SpanRecord.Of(span));
        if (!isComplete && trace.Request is not null)
        {
            _settling.Enqueue(trace);
        }
    }

    private void Settle(DateTime now)
    {
        while (_settling.TryPeek(out var trace) && now - trace.Request!.End > Settling)
        {
            _settling.Dequeue();
            _open.Remove(trace.Id);
            _board.Add(trace);
        }

        // those that never had a request, and the stubs of those that have settled
        while (_oldestFirst.TryPeek(out var oldest) && (now - oldest.Seen > LongestTrace || _oldestFirst.Count > MaxOpenTraces))
        {
            _oldestFirst.Dequeue();
            _open.Remove(oldest.Id);
        }
    }
}
