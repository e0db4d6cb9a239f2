using System.Diagnostics;

namespace WebApi.LivePage.Traces;

/// <summary>The spans of one trace, as they come in: children end before or after their parents.</summary>
internal sealed class Trace(ActivityTraceId id, DateTime seen)
{
    private const int MaxSpans = 64;

    private readonly List<SpanRecord> _spans = [];

    public ActivityTraceId Id => id;

    /// <summary>When its first span came in.</summary>
    public DateTime Seen => seen;

    /// <summary>The HTTP request that it began with, once that has ended.</summary>
    public SpanRecord? Request { get; private set; }

    public bool HasFailed { get; private set; }

    public IReadOnlyList<SpanRecord> Spans => _spans;

    public void Add(SpanRecord span)
    {
        if (_spans.Count == MaxSpans)
        {
            return;
        }

        _spans.Add(span);
        HasFailed |= span.Error is not null;
        if (span.IsHttpRequest)
        {
            Request ??= span;
        }
    }
}
