using System.Diagnostics;
using System.Runtime.CompilerServices;
using Akka.Actor;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>
/// The origin of a message from the scheduler. The message begins a new trace, which links to the span in which it was scheduled. If neither is
/// sampled, the message stays in the trace in which it was scheduled. A timer may keep this object for a long time, so it holds no activity.
/// </summary>
internal sealed class ScheduledContext : MessageOrigin
{
    private ScheduledContext(ActivityContext context, NonRecordingContext? unsampled)
    {
        SentOnBehalf.Use();
        Context = context;
        NonRecording = unsampled;
    }

    /// <summary>The origin for which a scheduler is sending on this thread.</summary>
    public static ScheduledContext? Sending => SentOnBehalf.Of as ScheduledContext;

    /// <summary>The recorded span in which the message was scheduled; default for none.</summary>
    public override ActivityContext Context { get; }

    public override bool IsUndecidedRoot => true;

    public override bool IsScheduled => true;

    /// <summary>The unsampled trace in which the message was scheduled; null for none.</summary>
    public override NonRecordingContext? NonRecording { get; }

    /// <summary>The origin of a message that is scheduled now; null outside of a trace.</summary>
    public static ScheduledContext? Here =>
        Activity.Current is not { } activity
            ? NonRecordingContext.Here is { } nameless ? new(default, nameless)
            : PassThroughContext.Current?.Trace is { IsRecorded: true } passing ? new(passing.Context, unsampled: null)
            : null
        : MessageOrigin.IsRecording(activity) ? new(activity.Context, unsampled: null)
        : new(default, NonRecordingContext.Of(activity));

    /// <summary>The origin of a scheduled message from another node.</summary>
    /// <param name="context">The span in which it was scheduled; default if its trace is not recorded.</param>
    /// <param name="unsampled">The unsampled trace in which it was scheduled; null for none.</param>
    public static ScheduledContext Arrived(ActivityContext context, NonRecordingContext? unsampled) => new(context, unsampled);

    /// <summary>Sends the message on this thread as the scheduler does.</summary>
    public void Tell(ICanTell receiver, object message, IActorRef sender)
    {
        var outer = SentOnBehalf.Begin(this);
        try
        {
            receiver.Tell(message, sender);
        }
        finally
        {
            SentOnBehalf.End(outer);
        }
    }
}

/// <summary>A scheduler that keeps the trace of scheduled messages.</summary>
internal interface ITracedScheduler;

/// <summary>A reference to an actor of another node, which takes the context along at <c>Tell</c>.</summary>
internal interface ITracedReceiver : ICanTell;

/// <summary>
/// What this thread sends on behalf of somebody else: a scheduler's message (<see cref="ScheduledContext"/>), or one that has arrived from another
/// node (<see cref="IArrivedMessage"/>). What is current on the thread does not belong to it.
/// </summary>
internal static class SentOnBehalf
{
    [ThreadStatic]
    private static object? t_of;

    // Most programs never need it. A sender then reads only this field.
    private static bool s_isUsed;

    /// <summary>Whether this thread sends on behalf of somebody. Read for messages that are sent outside of all handlers.</summary>
    public static bool IsOn
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => s_isUsed && t_of is not null;
    }

    /// <summary>A <see cref="ScheduledContext"/> or an <see cref="IArrivedMessage"/>; null for none.</summary>
    public static object? Of => t_of;

    /// <summary>Call it before the first <see cref="Begin"/>.</summary>
    public static void Use() => s_isUsed = true;

    /// <summary>From now on this thread sends for somebody. Returns the value that <see cref="End"/> needs.</summary>
    public static object? Begin(object? of)
    {
        var outer = t_of;
        t_of = of;
        return outer;
    }

    public static void End(object? outer) => t_of = outer;
}

/// <summary>A message from another node that has arrived on this thread, and was not sent on yet.</summary>
internal interface IArrivedMessage
{
    /// <summary>Whether a message that is sent now is the one that arrived. Outside of the handler in which it arrived, it is forgotten.</summary>
    /// <param name="sent">The message that is sent.</param>
    /// <param name="origin">Where the message that arrived was sent, if it is that one.</param>
    bool Is(object sent, out MessageOrigin? origin);
}

/// <summary>
/// Carries a message and its context to another node. No actor receives it. If it cannot be sent, Akka publishes it as a suppressed dead letter,
/// and the instrumentation sends the message itself to the dead letters instead.
/// </summary>
internal interface ITraceEnvelope : IWrappedMessage, IDeadLetterSuppression
{
    /// <summary>The address of the node that gets the message; null for one that is written as without this library.</summary>
    string? Node { get; }

    /// <summary>The message could not be sent. Any thread.</summary>
    void CountDrop();
}
