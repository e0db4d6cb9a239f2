using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// What flows while a handler runs. Two things in it are ours to change: the current activity, and the trace that passes through a handler
/// without a span. Whatever else flows stays as it is in plain Akka, on every executor.
/// <para>
/// Most threads carry nothing of their own. There, our context is restored as a whole, which allocates nothing and costs 10 ns; where something
/// else flows, only what is ours is assigned.
/// </para>
/// </summary>
internal static class HandlerContext
{
    // the last one that was made current on this thread; it need not be current any more
    [ThreadStatic]
    private static NonRecordingActivity? t_entered;

    /// <summary>The context in which nothing flows.</summary>
    public static ExecutionContext Empty { get; } = CaptureEmpty();

    /// <summary>Makes an activity that records nothing the current one.</summary>
    public static void Enter(NonRecordingActivity activity)
    {
        var context = ExecutionContext.Capture();
        if (!ReferenceEquals(context, activity.OwnContext))
        {
            if (IsOurs(context) && activity.OwnContext is { } own)
            {
                ExecutionContext.Restore(own);
            }
            else
            {
                Assign(activity, passing: null);
            }
        }

        t_entered = activity;
    }

    /// <summary>Lets a trace pass through the handler that comes next.</summary>
    public static void Enter(PassThrough passing)
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

    /// <summary>Leaves nothing of ours, nor of a handler's activity, on this thread.</summary>
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
    /// Whether the activity, just as it was made current, still is the only thing that flows: no handler has put anything beside or in its place.
    /// Asked for each message.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsOnly(NonRecordingActivity activity) => ReferenceEquals(ExecutionContext.Capture(), activity.OwnContext);

    /// <summary>The activity that records nothing that this context was made for, if this thread knows it. Asked for each message that is sent.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static NonRecordingActivity? KnownIn(ExecutionContext? context) =>
        t_entered is { } entered && ReferenceEquals(entered.OwnContext, context) ? entered : null;

    /// <summary>The same of the context of this thread, whether the thread knows it or not.</summary>
    public static NonRecordingActivity? OnlyIn(ExecutionContext? context) =>
        KnownIn(context)
        ?? (Activity.Current is NonRecordingActivity current && ReferenceEquals(current.OwnContext, context) ? current : null);

    /// <summary>Whether nothing flows in the context of this thread but what is ours.</summary>
    public static bool IsOurs(ExecutionContext? context) =>
        context is not null
        && (ReferenceEquals(context, Empty)
            || OnlyIn(context) is not null
            || (PassThrough.Current is { } passing && ReferenceEquals(passing.Context, context)));

    /// <summary>Runs an action in which nothing flows. What it leaves in the context may stay on this thread where that is ours.</summary>
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

    /// <summary>Changes what is ours, where something else flows.</summary>
    public static void Assign(Activity? activity, PassThrough? passing)
    {
        if (!ReferenceEquals(Activity.Current, activity))
        {
            Activity.Current = activity;
        }

        PassThrough.Assign(passing);
    }

    // The context of a thread of its own, started without anybody's.
    private static ExecutionContext CaptureEmpty()
    {
        ExecutionContext? empty = null;
        var thread = new Thread(() => empty = ExecutionContext.Capture()) { IsBackground = true };
        thread.UnsafeStart();
        thread.Join();
        return empty!;
    }
}
