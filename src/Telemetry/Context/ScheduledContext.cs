using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// The origin of a message from the scheduler. The message begins a new trace, which links to the span in which it was scheduled. If neither is
/// sampled, the message stays in the trace in which it was scheduled. A timer may keep this object for a long time, so it holds no activity.
/// </summary>
internal sealed class ScheduledContext : MessageOrigin
{
    [ThreadStatic]
    private static ScheduledContext? t_sending;

    // Most programs never need it. A sender then reads only this field.
    private static bool s_isUsed;

    private ScheduledContext(ActivityContext context, NonRecordingContext? unsampled)
    {
        s_isUsed = true;
        Context = context;
        NonRecording = unsampled;
    }

    /// <summary>Whether any thread may have one.</summary>
    public static bool IsUsed => s_isUsed;

    /// <summary>The origin for which a scheduler is sending on this thread.</summary>
    public static ScheduledContext? Sending => t_sending;

    /// <summary>The recorded span in which the message was scheduled; default for none.</summary>
    public override ActivityContext Context { get; }

    public override bool IsUndecidedRoot => true;

    public override bool IsScheduled => true;

    /// <summary>The unsampled trace in which the message was scheduled; null for none.</summary>
    public override NonRecordingContext? NonRecording { get; }

    /// <summary>The origin of a message that is scheduled while an activity is current.</summary>
    public static ScheduledContext In(Activity activity) =>
        activity.Recorded ? new(activity.Context, unsampled: null) : new(default, NonRecordingContext.Of(activity));

    /// <summary>Marks that a scheduler sends on this thread from now on. Returns the value that <see cref="End"/> needs.</summary>
    public ScheduledContext? Begin()
    {
        var outer = t_sending;
        t_sending = this;
        return outer;
    }

    public static void End(ScheduledContext? outer) => t_sending = outer;
}
