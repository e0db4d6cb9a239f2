using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// In the place of <see cref="StampedEnvelope.Trace"/>: the message comes from the scheduler. It begins a trace of its own that links to the span in
/// which it was scheduled; not sampled, it stays in the trace in which it was scheduled if that was not sampled either. A timer may keep it for long, so it holds no activity.
/// </summary>
internal sealed class ScheduledTrace
{
    [ThreadStatic]
    private static ScheduledTrace? t_sending;

    // most programs never need it, and then a sender reads this only
    private static bool s_isUsed;

    private ScheduledTrace(ActivityContext context, UnsampledTrace? unsampled)
    {
        s_isUsed = true;
        Context = context;
        Unsampled = unsampled;
    }

    /// <summary>Whether there may be one, on whichever thread.</summary>
    public static bool IsUsed => s_isUsed;

    /// <summary>What a scheduler is sending for on this thread.</summary>
    public static ScheduledTrace? Sending => t_sending;

    /// <summary>The recorded span in which the message was scheduled; default for none.</summary>
    public ActivityContext Context { get; }

    /// <summary>The trace that is not sampled in which the message was scheduled; null for none.</summary>
    public UnsampledTrace? Unsampled { get; }

    /// <summary>What is remembered when a message is scheduled while an activity is current.</summary>
    public static ScheduledTrace In(Activity activity) =>
        activity.Recorded ? new(activity.Context, unsampled: null) : new(default, UnsampledTrace.Of(activity));

    /// <summary>A scheduler sends on this thread from now on. Returns what <see cref="End"/> needs.</summary>
    public ScheduledTrace? Begin()
    {
        var outer = t_sending;
        t_sending = this;
        return outer;
    }

    public static void End(ScheduledTrace? outer) => t_sending = outer;
}
