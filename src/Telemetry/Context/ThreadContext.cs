using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// Data of one thread for the handlers that it runs: the context that it entered last for an unsampled message, and the relay of
/// its actor. The thread itself writes and reads it; those who look for work in progress read the activity.
/// </summary>
internal sealed class ThreadContext
{
    [ThreadStatic]
    private static ThreadContext? t_mine;

    private ExecutionContext? _entered;

    /// <summary>The calling thread's.</summary>
    public static ThreadContext Mine => t_mine ?? Make();

    /// <summary>The calling thread's, if it has one. Read for every sent message.</summary>
    public static ThreadContext? Known
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => t_mine;
    }

    /// <summary>
    /// The activity in the context that was entered last; null in that of an <see cref="UnsampledMarker"/>. The thread has taken it from its
    /// trace, until it enters another one or the run ends.
    /// </summary>
    public NonRecordingActivity? Activity { get; private set; }

    /// <summary>The relay whose actor this thread runs; null for ordinary actors.</summary>
    public Relay? Relay { get; set; }

    /// <summary>
    /// Whether this execution context was entered last for an unsampled message, and is still as it was. Runs for every sent message.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool Knows(ExecutionContext? context) => context is not null && ReferenceEquals(context, _entered);

    /// <summary>Hides the last context from senders, which then look at everything that is current.</summary>
    public void Forget() => _entered = null;

    /// <summary>A context is entered for an unsampled message.</summary>
    /// <param name="context">The context, which holds nothing else; null if there is none.</param>
    /// <param name="activity">The activity in it; null for a marker.</param>
    public void Enter(ExecutionContext? context, NonRecordingActivity? activity)
    {
        // Compared first, because storing a reference costs more.
        if (!ReferenceEquals(_entered, context))
        {
            _entered = context;
        }

        if (!ReferenceEquals(Activity, activity))
        {
            Activity?.PutBack();
            Activity = activity;
        }
    }

    /// <summary>A run begins, possibly inside the handler of another run. Returns what <see cref="EndRun"/> needs.</summary>
    public NonRecordingActivity? BeginRun()
    {
        var outer = Activity;
        if (outer is not null)
        {
            (Activity, _entered) = (null, null);
        }

        return outer;
    }

    /// <summary>A run has ended that has left another activity. Its last handler has ended too, or awaits: then the activity is left to it.</summary>
    /// <param name="outer">What <see cref="BeginRun"/> returned.</param>
    /// <param name="isAwaited">Whether a handler awaits.</param>
    public void EndRun(NonRecordingActivity? outer, bool isAwaited)
    {
        if (!isAwaited)
        {
            Activity?.PutBack();
        }

        (Activity, _entered) = (outer, outer?.OwnContext);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ThreadContext Make() => t_mine = new ThreadContext();
}

/// <summary>
/// An actor whose messages may belong to another trace than its current one: infrastructure that sets messages aside, or a persistent actor. While it
/// handles a message, each message that it sends is shown to this object. Thread that runs the actor.
/// </summary>
internal abstract class Relay
{
    /// <summary>The actor sends a message. Returns true if <paramref name="origin"/> replaces the current context. Never throws.</summary>
    /// <param name="message">The message.</param>
    /// <param name="current">The current activity.</param>
    /// <param name="passing">The trace that passes through.</param>
    /// <param name="origin">The message's origin; null for no trace.</param>
    public bool TryOriginOf(object message, Activity? current, PassThroughContext? passing, out MessageOrigin? origin)
    {
        try
        {
            return TryOriginOfCore(message, current, passing, out origin);
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Content, e);
            origin = null;
            return false;
        }
    }

    protected abstract bool TryOriginOfCore(object message, Activity? current, PassThroughContext? passing, out MessageOrigin? origin);

    /// <summary>The origin of a message that is sent now in the current context, if that is a trace; else null.</summary>
    protected static MessageOrigin? OriginIn(Activity? current, PassThroughContext? passing) =>
        passing is not null && ReferenceEquals(current, passing.Span) ? passing.Trace
        : current is null ? null
        : MessageOrigin.SentIn(current);
}
