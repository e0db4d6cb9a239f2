using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// The trace of a message that a rule or filter has taken the span from: it has no activity, but what its handler sends
/// belongs to the trace. Kept by the thread while it runs the handler; the mailbox keeps it for a handler that awaits, whose
/// continuations run there. What is sent elsewhere (after <c>ConfigureAwait(false)</c>, by <c>PipeTo</c>) is without it. Also
/// what an <c>InstrumentedScheduler</c> knows of the message that it is sending.
/// </summary>
internal static class PassingTrace
{
    [ThreadStatic]
    private static object? t_trace;

    // most programs never need it, and then a sender reads this only
    private static bool s_used;

    /// <summary>Whether there may be one, on whichever thread.</summary>
    public static bool IsUsed => s_used;

    /// <summary>What a scheduler is sending for on this thread.</summary>
    public static ScheduledTrace? Scheduled => t_trace as ScheduledTrace;

    /// <summary>What <see cref="StampedEnvelope.Trace"/> gets when no activity is current.</summary>
    public static object? Current => t_trace switch
    {
        Activity or SentTrace => t_trace,
        StashStory { Trace: Activity or SentTrace } story => story.Trace,
        CarriedBaggage carried => carried.Trace,
        _ => null,
    };

    /// <summary>The baggage that passes through with it.</summary>
    public static CarriedBaggage? Baggage => s_used ? CarriedBaggage.Of(t_trace) : null;

    /// <param name="noted">What <see cref="StampedEnvelope.Noted"/> of the message says.</param>
    public static void Enter(object? noted)
    {
        s_used = true;
        t_trace = noted;
    }

    public static void Leave() => t_trace = null;

    /// <summary>A run begins, maybe inside another one's handler on the same thread.</summary>
    public static object? Suspend()
    {
        if (!s_used)
        {
            return null;
        }

        var outer = t_trace;
        t_trace = null;
        return outer;
    }

    public static void Resume(object? outer)
    {
        if (s_used)
        {
            t_trace = outer;
        }
    }
}
