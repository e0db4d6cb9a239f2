using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// Sets the execution context in which a handler runs. It changes only two values: the current activity, and the trace that passes through a handler
/// without a span. All other values flow as in plain Akka, on every executor.
/// <para>
/// Most threads carry no other values. On those, a prepared context is restored as a whole. That allocates nothing and costs 10 ns. On a thread with
/// other values, only these two are assigned.
/// </para>
/// </summary>
internal static class HandlerContext
{
    /// <summary>The context without any value.</summary>
    public static ExecutionContext Empty { get; } = CaptureEmpty();

    /// <summary>Makes the trace of an unsampled message current: the trace's activity, or the marker.</summary>
    /// <param name="trace">The trace.</param>
    /// <param name="marker">That of the message's type.</param>
    /// <param name="ids">The system's setting.</param>
    public static void Enter(NonRecordingContext trace, UnsampledMarker marker, AkkaUnsampledTraceIds ids)
    {
        if (trace.IsNameless && !marker.NeedsOwnActivity(ids, CoarseClock.Now))
        {
            Enter(marker);
            ThreadContext.Mine.Enter(marker.Context, activity: null);
        }
        else
        {
            Enter(ActivityOf(trace.IsNameless ? NonRecordingContext.Own() : trace));
        }
    }

    /// <summary>
    /// Whether this marker flows now, and nothing else: it flowed before, or nothing did, or the one of another message type. Runs for every message.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryContinue(UnsampledMarker marker)
    {
        var context = ExecutionContext.Capture();
        return ReferenceEquals(context, marker.Context) || TryReplace(context, marker);
    }

    /// <summary>Makes a non-recording activity current.</summary>
    public static void Enter(NonRecordingActivity activity)
    {
        var context = ExecutionContext.Capture();
        if (!ReferenceEquals(context, activity.OwnContext))
        {
            if (activity.OwnContext is { } own && IsOurs(context))
            {
                ExecutionContext.Restore(own);
            }
            else
            {
                Assign(activity, passing: null);
            }
        }

        ThreadContext.Mine.Enter(activity.OwnContext, activity);
    }

    // The thread's, if the last message was of the same trace: its handler has ended.
    private static NonRecordingActivity ActivityOf(NonRecordingContext trace) =>
        ThreadContext.Mine.Activity is { } last && ReferenceEquals(last.Trace, trace) && last.IsUntouched ? last : trace.Take();

    /// <summary>Lets a trace pass through the next handler.</summary>
    public static void Enter(PassThroughContext passing)
    {
        if (IsOurs(ExecutionContext.Capture()) && passing.Context is { } own)
        {
            ExecutionContext.Restore(own);
        }
        else
        {
            // Other values flow, such as baggage.
            Assign(passing.Span is { IsStopped: false } span ? span : null, passing);
            if (passing is { Span.IsStopped: true, Context: { } ended })
            {
                AssignCurrentOf(ended);
            }
        }
    }

    /// <summary>
    /// Makes the activity of another context current, also one that has ended. That cannot be assigned, but becomes current when an activity ends
    /// that has begun inside of it.
    /// </summary>
    public static void AssignCurrentOf(ExecutionContext other)
    {
        var inside = new Activity("akka.ended_span") { IsAllDataRequested = false };
        ExecutionContext.Run(other, static inside => ((Activity)inside!).Start(), inside);
        inside.Stop();
    }

    /// <summary>Removes from this thread the values set here, and any activity that a handler has left.</summary>
    public static void Leave()
    {
        var context = ExecutionContext.Capture();
        if (ReferenceEquals(context, Empty))
        {
            return;
        }

        if (IsOurs(context))
        {
            ExecutionContext.Restore(Empty);
        }
        else
        {
            Assign(activity: null, passing: null);
        }
    }

    /// <summary>Whether the context of this thread holds only values set here.</summary>
    public static bool IsOurs(ExecutionContext? context) =>
        context is not null
        && (ReferenceEquals(context, Empty)
            || ThreadContext.Known is { } thread && thread.Knows(context)
            || (Activity.Current is NonRecordingActivity current && ReferenceEquals(current.OwnContext, context))
            || (PassThroughContext.Current is { } passing && ReferenceEquals(passing.Context, context)));

    /// <summary>
    /// Runs an action in an empty context. If the thread's context held only values set here, the values that the action sets may stay on this
    /// thread.
    /// </summary>
    public static void RunInEmpty(ContextCallback action, object state)
    {
        if (IsOurs(ExecutionContext.Capture()))
        {
            ExecutionContext.Restore(Empty);
            action(state);
        }
        else
        {
            ExecutionContext.Run(Empty, action, state);
        }
    }

    /// <summary>Assigns the two values one by one, for a context that also holds others.</summary>
    public static void Assign(Activity? activity, PassThroughContext? passing)
    {
        PassThroughContext.Assign(passing);
        if (!ReferenceEquals(Activity.Current, activity))
        {
            Activity.Current = activity;
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool TryReplace(ExecutionContext? context, UnsampledMarker marker)
    {
        // what was entered last and holds no activity is a marker
        if (ThreadContext.Known is not { Activity: null } thread || !(thread.Knows(context) || ReferenceEquals(context, Empty)))
        {
            return false;
        }

        ExecutionContext.Restore(marker.Context!);
        thread.Enter(marker.Context, activity: null);
        return true;
    }

    // A new thread, started without a flowing context, has an empty one.
    private static ExecutionContext CaptureEmpty()
    {
        ExecutionContext? empty = null;
        var thread = new Thread(() => empty = ExecutionContext.Capture()) { IsBackground = true };
        thread.UnsafeStart();
        thread.Join();
        return empty!;
    }
}

/// <summary>
/// What flows through a handler of <see cref="NonRecordingContext.Nameless"/>: a trace that passes through, and no activity. Nobody can write to
/// it, and making it current allocates nothing. One for each pair of actor type and message type, for all its messages and threads.
/// <para>
/// Where nothing is current, a library's activity is the first of a trace, and its sampler may want to record it. This trace is not sampled, so the
/// activity is not recorded either. It shows that handlers of such messages need an activity: for some seconds each has an id and an activity of its
/// own, below which a library starts nothing.
/// </para>
/// </summary>
internal sealed class UnsampledMarker : PassThroughContext
{
    // In ticks. Activities below a message's own are not seen here. So the next message after that has none, and shows whether they are still begun.
    private static readonly long Lasting = 10 * Stopwatch.Frequency;

    private long _neededUntil;

    static UnsampledMarker() => Activity.CurrentChanged += Changed;

    public UnsampledMarker()
        : base(NonRecordingContext.Nameless) => Begin(HandlerContext.Empty);

    /// <summary>Whether a handler of such messages, or its work, began an activity in the last ten seconds. Read for every message.</summary>
    /// <param name="ids">The setting: it may want none.</param>
    /// <param name="now">The coarse time.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool NeedsOwnActivity(AkkaUnsampledTraceIds ids, long now) => now < Volatile.Read(ref _neededUntil) && ids != AkkaUnsampledTraceIds.Never;

    // Called for each start and end of an activity, and each assignment, on its thread, before listeners see the start. Spans of messages begin where
    // nothing flows. An activity that names its parent has a trace, and its sampler has decided about that one.
    private static void Changed(object? sender, ActivityChangedEventArgs change)
    {
        if (change is { Previous: null, Current: { Parent: null, HasRemoteParent: false } started }
            && Current is UnsampledMarker marker
            && started.ParentSpanId == default
            && !ReferenceEquals(started.Source, AkkaTelemetry.Source))
        {
            if (started.Recorded)
            {
                started.ActivityTraceFlags &= ~ActivityTraceFlags.Recorded;
                started.IsAllDataRequested = false;
            }

            Volatile.Write(ref marker._neededUntil, Stopwatch.GetTimestamp() + Lasting);
        }
    }
}
