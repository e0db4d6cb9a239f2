using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// The ids of the span in which a message was sent. The span is collected, sampled or not. A reference to the activity itself would keep it and all
/// its attributes alive while the message waits, and each garbage collection would copy them.
/// </summary>
/// <param name="traceId">The trace.</param>
/// <param name="spanId">The span.</param>
/// <param name="flags">All bits, including those that this version does not know.</param>
/// <param name="state">The trace's state.</param>
/// <param name="isRemote">Whether the span is in another process.</param>
internal sealed class SenderContext(ActivityTraceId traceId, ActivitySpanId spanId, ActivityTraceFlags flags,
    string? state, bool isRemote = false) : MessageOrigin
{
    // A handler may send many messages. All of them share one object.
    [ThreadStatic]
    private static SenderContext? t_last;

    private readonly ActivityTraceId _traceId = traceId;
    private readonly ActivitySpanId _spanId = spanId;
    private readonly ActivityTraceFlags _flags = flags;
    private readonly string? _state = state;
    private readonly bool _isRemote = isRemote;

    public override ActivityContext Context => new(_traceId, _spanId, _flags, _state, _isRemote);

    /// <summary>
    /// An execution context in which only the span is current. Null if no known receiver lets the trace pass through. It
    /// keeps the span alive while such a message waits.
    /// </summary>
    public ExecutionContext? SpanContext { get; private set; }

    /// <summary>The context of the handlers that this trace passes through; null before the first one.</summary>
    public PassThroughContext? Through { get; set; }

    public override bool IsRecorded => true;

    public override SenderContext Sent => this;

    public override NonRecordingContext NonRecording => NonRecordingContext.Of(Context);

    /// <summary>
    /// The origin for a recorded span. All messages that a thread sends in the span share one object, unless a handler changes the trace state in
    /// between.
    /// </summary>
    public static SenderContext OfRecorded(Activity activity)
    {
        var (traceId, spanId, flags) = (activity.TraceId, IdOf(activity), activity.ActivityTraceFlags);
        var last = t_last;
        return last is not null && last._spanId == spanId && last._traceId == traceId
            && last._flags == flags && last._state == activity.TraceStateString
            ? last
            : t_last = new SenderContext(traceId, spanId, flags, activity.TraceStateString);
    }

    /// <summary>The id of the span that an activity stands for: the activity's own, or that of a span that has ended, which is its parent.</summary>
    public static ActivitySpanId IdOf(Activity activity) => activity is CarrierActivity ? activity.ParentSpanId : activity.SpanId;

    /// <summary>The origin for a recorded span that is known by its ids.</summary>
    public static SenderContext Of(ActivityContext context) =>
        new(context.TraceId, context.SpanId, context.TraceFlags, context.TraceState, context.IsRemote);

    /// <summary>
    /// Keeps the current span for a receiver that lets the trace pass through. The span may have ended, for example if a handler's continuation logs.
    /// </summary>
    public static void KeepSpan(Activity span)
    {
        var sent = OfRecorded(span);
        if (sent.SpanContext is not null)
        {
            return;
        }

        ExecutionContext.Run(
            HandlerContext.Empty,
            static state =>
            {
                var (sent, span, here) = ((SenderContext, Activity, ExecutionContext?))state!;
                if (here is null)
                {
                    Activity.Current = span;
                }
                else
                {
                    HandlerContext.AssignCurrentOf(here);
                }

                sent.SpanContext = ExecutionContext.Capture();
            },
            (sent, span, span.IsStopped ? ExecutionContext.Capture() : null));
    }
}
