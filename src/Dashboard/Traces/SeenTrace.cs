using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>The spans of one trace, in the order in which they ended. Guarded by the store's lock.</summary>
internal sealed class SeenTrace(ActivityTraceId id, long seen, bool isWhole, string owner)
{
    private const int MaxSpans = 200;
    private const int MaxLines = 100;

    private readonly List<SeenSpan> _spans = [];
    private readonly List<SeenLine> _lines = [];
    private bool _isKept;
    private bool _lacks;

    public ActivityTraceId Id => id;

    /// <summary>Name of the span for which it was taken.</summary>
    public string Owner => owner;

    /// <summary><see cref="Stopwatch"/> ticks at which its first span was seen.</summary>
    public long Seen => seen;

    /// <summary>
    /// False when the trace was taken because one of its spans failed, and the spans before that one are missing. With <c>tracing.keep</c> they come
    /// later, and one of them says if some do not.
    /// </summary>
    public bool IsWhole => isWhole || (_isKept && !_lacks);

    /// <summary>Whether its request ended before an actor took part in it. It counts for the limit only if a span of an actor still follows. Any
    /// thread.</summary>
    public bool IsLoose { get; set; }

    public bool HasFailed { get; private set; }

    /// <summary>Whether it has a span of an actor.</summary>
    public bool HasActors { get; private set; }

    /// <summary>Spans above the limit are only counted.</summary>
    public int Omitted { get; private set; }

    /// <summary>The approximate number of bytes that it takes.</summary>
    public int Size { get; private set; } = 200;

    public IReadOnlyList<SeenSpan> Spans => _spans;

    /// <summary>The log lines of the trace, in the order in which loggers got them.</summary>
    public IReadOnlyList<SeenLine> Lines => _lines;

    /// <summary>The first span, as far as it is known.</summary>
    public SeenSpan Root => _spans.Where(span => _spans.TrueForAll(other => other.Id != span.Parent)).MinBy(span => span.Start) ?? _spans[0];

    /// <summary>From the start of the first wait to the end of the last span.</summary>
    public TimeSpan Length => _spans.Max(span => span.End) - _spans.Min(span => span.Begin);

    public void Add(SeenSpan span)
    {
        HasFailed |= span.Error is not null;
        HasActors |= span.IsOfActor;
        _isKept |= span.Find(AkkaSpanAttributes.SamplingReason) == SpanTags.KeptReason;
        _lacks |= (span.Find(AkkaSpanAttributes.SamplingMissingCount) ?? span.Find(AkkaSpanAttributes.SamplingMissingNodes)) is not null;
        if (_spans.Count == MaxSpans)
        {
            Omitted++;
            return;
        }

        _spans.Add(span);
        Size += span.Size;
    }

    /// <summary>Adds a log line. Lines above the limit are left out.</summary>
    public void Add(SeenLine line)
    {
        if (_lines.Count < MaxLines)
        {
            _lines.Add(line);
            Size += line.Size;
        }
    }

    public bool Has(string? actor, string? message) => _spans.Exists(
        span => (actor is null || span.Actor == actor) && (message is null || span.Message == message));
}
