using System.Diagnostics;
using Akka.Actor;

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
            ? NonRecordingContext.Here is { } nameless ? new(default, PassThroughContext.Current?.Trace?.NonRecording ?? nameless)
            : PassThroughContext.Current?.Trace is { IsRecorded: true } passing ? new(passing.Context, unsampled: null)
            : null
        : MessageOrigin.IsRecording(activity) ? new(activity.Context, unsampled: null)
        : new(default, NonRecordingContext.Of(activity));

    /// <summary>The origin of a scheduled message from another node.</summary>
    /// <param name="context">The span in which it was scheduled; default if its trace is not recorded.</param>
    /// <param name="unsampled">The unsampled trace in which it was scheduled; null for none.</param>
    public static ScheduledContext Arrived(ActivityContext context, NonRecordingContext? unsampled) => new(context, unsampled);

    /// <summary>Sends the message on this thread, on behalf of the scheduler.</summary>
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
