using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// The current activity of every message that is not traced because nobody sampled it: one activity for the whole process
/// that records nothing, so that libraries below the actor (HTTP, SQL) and the next actors do not start traces of their
/// own. It comes with an execution context in which it is current, since restoring a context allocates nothing while
/// assigning <see cref="Activity.Current"/> does.
/// </summary>
internal static class Unsampled
{
    private static readonly Contexts Made = Contexts.Make();

    public static Activity Activity => Made.Activity;

    /// <summary>
    /// Makes it the current activity of this thread. A context that carries something already (an executor may let the
    /// scheduler's flow) is not replaced, only the activity in it.
    /// </summary>
    public static void MakeCurrent()
    {
        var context = ExecutionContext.Capture();
        if (ReferenceEquals(context, Made.Unsampled))
        {
            return;
        }

        if (ReferenceEquals(context, Made.Empty) && Made.Unsampled is not null)
        {
            ExecutionContext.Restore(Made.Unsampled);
        }
        else
        {
            Activity.Current = Activity;
        }
    }

    /// <summary>Whether it is current, or what is current was started inside of it.</summary>
    public static bool IsAroundHere()
    {
        var activity = Activity.Current;
        while (activity is not null && activity != Activity)
        {
            activity = activity.Parent;
        }

        return activity is not null;
    }

    /// <summary>Captured on a thread of its own, started without anybody's context, so that nothing else is in them.</summary>
    private sealed class Contexts
    {
        public ExecutionContext? Empty { get; private set; }

        public ExecutionContext? Unsampled { get; private set; }

        public Activity Activity { get; } = new("akka.unsampled")
        {
            ActivityTraceFlags = ActivityTraceFlags.None,
            IsAllDataRequested = false,
        };

        public static Contexts Make()
        {
            var made = new Contexts();
            var maker = new Thread(made.Capture) { IsBackground = true };
            maker.UnsafeStart();
            maker.Join();
            return made;
        }

        private void Capture()
        {
            Empty = ExecutionContext.Capture();
            Activity.SetIdFormat(ActivityIdFormat.W3C).Start();
            Unsampled = ExecutionContext.Capture();
        }
    }
}
