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

    /// <summary>Whether what a message was sent in is recorded: its ids are noted, or it is an activity that somebody records by now.</summary>
    public static bool IsRecorded(object? trace) => trace is SentTrace or Activity { Recorded: true };

    /// <summary>What stands in a note for the activity that a message is sent in: its ids, or itself when it is not recorded.</summary>
    public static object Of(Activity activity)
    {
        if (!activity.Recorded)
        {
            return activity;
        }

        var (traceId, spanId) = (activity.TraceId, activity.SpanId);
        var last = t_last;
        return last is not null && last._spanId == spanId && last._traceId == traceId
            ? last
            : t_last = new SentTrace(activity, traceId, spanId);
    }
}
