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

    /// <summary>Whether nothing flows on this thread.</summary>
    public static bool IsEmpty
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => ReferenceEquals(ExecutionContext.Capture(), Empty);
    }

    /// <summary>Makes a non-recording activity current on a thread on which nothing else flows: nothing, or another such activity alone.</summary>
    /// <param name="activity">An activity whose own context exists.</param>
    /// <param name="thread">The calling thread's context data.</param>
    public static void EnterInstead(NonRecordingActivity activity, ThreadContext thread)
    {
        ExecutionContext.Restore(activity.OwnContext!);
        thread.Enter(activity);
    }

    /// <summary>Makes a non-recording activity current.</summary>
    /// <param name="activity">The activity.</param>
    /// <param name="thread">The calling thread's context data.</param>
    public static void Enter(NonRecordingActivity activity, ThreadContext thread)
    {
        var context = ExecutionContext.Capture();
        if (!ReferenceEquals(context, activity.OwnContext))
        {
            if (activity.OwnContext is { } own && (ReferenceEquals(context, Empty) || IsOurs(context)))
            {
                ExecutionContext.Restore(own);
            }
            else
            {
                Assign(activity, passing: null);
            }
        }

        thread.Enter(activity);
    }

    /// <summary>Lets a trace pass through the next handler.</summary>
    public static void Enter(PassThroughContext passing)
    {
        if (IsOurs(ExecutionContext.Capture()) && passing.Context is { } own)
        {
            ExecutionContext.Restore(own);
        }
        else
        {
            Assign(passing.Span is { IsStopped: false } span ? span : null, passing);
        }
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

    /// <summary>
    /// Whether the activity is still the only value in the context, unchanged since it was made current: no handler has added or replaced a value.
    /// Runs for every message.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsOnly(NonRecordingActivity activity) => ReferenceEquals(ExecutionContext.Capture(), activity.OwnContext);

    /// <summary>
    /// The non-recording activity that this context was made for; null if this thread does not know it. Runs for every sent message.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static NonRecordingActivity? KnownIn(ExecutionContext? context) =>
        ThreadContext.Known?.KnownIn(context);

    /// <summary>The same for the context of this thread, even if the thread does not know the activity.</summary>
    public static NonRecordingActivity? OnlyIn(ExecutionContext? context) =>
        KnownIn(context)
        ?? (Activity.Current is NonRecordingActivity current && ReferenceEquals(current.OwnContext, context) ? current : null);

    /// <summary>Whether the context of this thread holds only values set here.</summary>
    public static bool IsOurs(ExecutionContext? context) =>
        context is not null
        && (ReferenceEquals(context, Empty)
            || OnlyIn(context) is not null
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
        if (!ReferenceEquals(Activity.Current, activity))
        {
            Activity.Current = activity;
        }

        PassThroughContext.Assign(passing);
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
