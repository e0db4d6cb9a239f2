using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// The origin of a log event: what was current where it was logged, recorded or not, by its ids. Loggers are slow, so log events wait long. They must
/// not keep a span alive meanwhile.
/// </summary>
internal sealed class LogContext : MessageOrigin
{
    // A handler may log many lines. All of them share one object.
    [ThreadStatic]
    private static LogContext? t_last;

    private SenderContext? _sent;

    private LogContext(ActivityContext context) => Context = context;

    /// <summary>The ids and flags of what was current.</summary>
    public override ActivityContext Context { get; }

    public override bool IsRecorded => (Context.TraceFlags & ActivityTraceFlags.Recorded) != 0;

    public override SenderContext? Sent => IsRecorded ? _sent ??= SenderContext.Of(Context) : null;

    public override NonRecordingContext NonRecording => NonRecordingContext.Of(Context);

    public override MessageOrigin PassedOn => Sent ?? (MessageOrigin)NonRecording;

    /// <summary>The origin of what is logged here and now, without its baggage. Null outside of a trace. The logging thread.</summary>
    public static LogContext? Here() => Activity.Current is { } current ? Of(current) : Of(PassThroughContext.Current?.Trace);

    /// <summary>The origin of what is logged in an activity. A logger's own line belongs to the line that it handles.</summary>
    public static LogContext? Of(Activity activity) => activity is LogActivity { Origin: var logged } ? Of(logged) : Of(activity.Context);

    /// <summary>The origin of what is logged about a message; null if the message belongs to no trace.</summary>
    public static LogContext? Of(MessageOrigin? message) => message?.Trace switch
    {
        null => null,
        LogContext logged => logged,
        { Context: { TraceId: var id } context } when id != default => Of(context),
        { NonRecording: { IsNameless: false } root } => Of(new ActivityContext(root.TraceId, default, ActivityTraceFlags.None)),
        _ => null,
    };

    /// <summary>The same for known ids; null for none, or for those of another id format.</summary>
    public static LogContext? Of(ActivityContext context)
    {
        if (context.TraceId == default)
        {
            return null;
        }

        var last = t_last;
        return last is not null && last.Context == context ? last : t_last = new LogContext(context);
    }
}
