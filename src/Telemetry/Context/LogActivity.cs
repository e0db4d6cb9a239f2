using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// The current activity of a logger while it handles a log event. It has the trace id, the flags and the baggage of what was current where the event
/// was logged, and that as its parent. No activity can have the same span id. It is never stopped and never exported. Each logger has its own.
/// </summary>
internal sealed class LogActivity : CarrierActivity
{
    private LogActivity(MessageOrigin origin)
        : base("akka.log")
    {
        Origin = origin;
        SetParentId(origin.Context.TraceId, origin.Context.SpanId, origin.Context.TraceFlags);
        TraceStateString = origin.Context.TraceState;
        origin.Baggage?.ApplyTo(this);
    }

    /// <summary>The origin of the log event: a <see cref="LogContext"/>, or the baggage around one.</summary>
    public MessageOrigin Origin { get; }

    /// <summary>A logger gets an event. Makes an activity of the event's origin current. The thread that runs the logger.</summary>
    /// <param name="origin">The event's origin.</param>
    /// <param name="last">The logger's last activity, which fits if the event has the same origin; null for none. Replaced by the current one.</param>
    public static void Enter(MessageOrigin origin, ref LogActivity? last)
    {
        var context = ExecutionContext.Capture();
        var isClean = ReferenceEquals(context, HandlerContext.Empty) || (last is not null && ReferenceEquals(context, last.OwnContext));
        if (last is not { IsStopped: false } || !ReferenceEquals(last.Origin, origin))
        {
            last = Start(origin);
        }

        if (isClean && origin.Baggage is null && last.OwnContext is { } own)
        {
            ExecutionContext.Restore(own);
        }
        else
        {
            CarriedBaggage.Arrive(origin.Baggage);
            HandlerContext.Assign(last, passing: null);
        }
    }

    /// <summary>A logger has handled its event. Removes what <see cref="Enter"/> has set.</summary>
    /// <param name="last">The logger's last activity.</param>
    public static void Leave(LogActivity? last)
    {
        var context = ExecutionContext.Capture();
        if (ReferenceEquals(context, HandlerContext.Empty))
        {
            return;
        }

        if (last is not null && ReferenceEquals(context, last.OwnContext))
        {
            ExecutionContext.Restore(HandlerContext.Empty);
        }
        else
        {
            CarriedBaggage.Arrive(null);
            HandlerContext.Assign(activity: null, passing: null);
        }
    }

    private static LogActivity Start(MessageOrigin origin)
    {
        var activity = new LogActivity(origin);
        activity.Begin();
        activity.ActivityTraceFlags = origin.Context.TraceFlags;
        return activity;
    }
}
