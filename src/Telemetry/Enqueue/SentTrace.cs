using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// In the place of <see cref="StampedEnvelope.Trace"/>: the recorded span that a message was sent in, by its ids. The activity itself would stay
/// alive with all its attributes for as long as the message waits, and each collection would copy it.
/// </summary>
internal sealed class SentTrace
{
    // a handler may send many messages: all of them share one
    [ThreadStatic]
    private static SentTrace? t_last;

    private readonly ActivityTraceId _traceId;
    private readonly ActivitySpanId _spanId;
    private readonly string? _state;

    private SentTrace(Activity activity, ActivityTraceId traceId, ActivitySpanId spanId)
    {
        _traceId = traceId;
        _spanId = spanId;
        _state = activity.TraceStateString;
    }

    public ActivityContext Context => new(_traceId, _spanId, ActivityTraceFlags.Recorded, _state);

    /// <summary>
    /// An execution context in which the span is current and nothing else flows; null where no receiver is known that lets it pass through. It
    /// keeps the span alive while such a message waits.
    /// </summary>
    public ExecutionContext? SpanContext { get; private set; }

    /// <summary>What handlers have that this trace passes through, once there was one.</summary>
    public PassThrough? PassedOn { get; set; }

    /// <summary>Whether what a message was sent in is recorded: its ids are noted, or it is an activity that somebody records by now.</summary>
    public static bool IsRecorded(object? trace) => trace is SentTrace or UnsampledTrace { RecordedSource: not null };

    /// <summary>What stands in a note for the activity that a message is sent in: its ids.</summary>
    public static object Of(Activity activity) => activity.Recorded ? OfRecorded(activity) : UnsampledTrace.Of(activity);

    /// <summary>The same, when a receiver is known that lets the trace pass through. The sender's thread: the span has not ended.</summary>
    public static void KeepSpan(Activity span)
    {
        var sent = OfRecorded(span);
        if (sent.SpanContext is null)
        {
            ExecutionContext.Run(
                HandlerContext.Empty,
                static state =>
                {
                    var (sent, span) = ((SentTrace, Activity))state!;
                    Activity.Current = span;
                    sent.SpanContext = ExecutionContext.Capture();
                },
                (sent, span));
        }
    }

    private static SentTrace OfRecorded(Activity activity)
    {
        var (traceId, spanId) = (activity.TraceId, activity.SpanId);
        var last = t_last;
        return last is not null && last._spanId == spanId && last._traceId == traceId
            ? last
            : t_last = new SentTrace(activity, traceId, spanId);
    }
}
