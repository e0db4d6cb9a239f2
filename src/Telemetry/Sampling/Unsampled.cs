using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// The current activity of every message that is not traced because nobody sampled it: one activity for the whole process
/// that records nothing, so that libraries below the actor (HTTP, SQL) and the next actors do not start traces of their
/// own. It comes with an execution context in which it is current, since restoring a context allocates nothing while
/// assigning <see cref="Activity.Current"/> does.
/// </summary>
internal static class Unsampled
{
    private const string Name = "akka.unsampled";

    // What an activity answers that nobody has written to: always the same objects.
    public static readonly object NoBaggage = new Activity(Name).Baggage;
    private static readonly object NoTags = new Activity(Name).TagObjects;
    private static readonly object NoEvents = new Activity(Name).Events;

    private static Contexts s_made = Contexts.Make();

    public static Activity Activity => Volatile.Read(ref s_made).Activity;

    /// <summary>
    /// Whether it may stay current for another message. Handlers write to what is current without asking what it is; tags and events
    /// nobody will see, but this would carry over.
    /// </summary>
    public static bool IsFit
    {
        // asked for each message
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            var activity = Activity;
            return ReferenceEquals(activity.Baggage, NoBaggage) && activity is { ActivityTraceFlags: ActivityTraceFlags.None, IsStopped: false };
        }
    }

    /// <summary>
    /// Makes it the current activity of this thread. A context that carries something already (an executor may let the
    /// scheduler's flow) is not replaced, only the activity in it.
    /// </summary>
    public static void MakeCurrent()
    {
        var made = Volatile.Read(ref s_made);
        if (!IsFit || !ReferenceEquals(made.Activity.TagObjects, NoTags) || !ReferenceEquals(made.Activity.Events, NoEvents))
        {
            // Of two threads that come here at once one is overwritten: its own is as good for the messages that have it.
            made = made.Anew();
            Volatile.Write(ref s_made, made);
        }

        var context = ExecutionContext.Capture();
        if (ReferenceEquals(context, made.Unsampled))
        {
            return;
        }

        if (ReferenceEquals(context, made.Empty) && made.Unsampled is not null)
        {
            ExecutionContext.Restore(made.Unsampled);
        }
        else
        {
            Activity.Current = made.Activity;
        }
    }

    /// <summary>
    /// The same for a message whose sender's activity had baggage: libraries below the actor pass that on, whether anything is
    /// recorded or not. An activity of its own, in the sender's trace.
    /// </summary>
    public static void MakeCurrent(CarriedBaggage carried)
    {
        var activity = New();
        if (SentIn.Exactly(carried.Trace) is var sentIn && sentIn != default)
        {
            activity.SetParentId(sentIn.TraceId, sentIn.SpanId);
        }

        carried.ApplyTo(activity);

        // it would keep the one before alive
        Activity.Current = null;
        activity.SetIdFormat(ActivityIdFormat.W3C).Start();
    }

    /// <summary>Whether this context is one of the two that hold no baggage; then, whether the shared activity is current in it, or none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Knows(ExecutionContext? context, out bool isUnsampled)
    {
        var made = Volatile.Read(ref s_made);
        isUnsampled = ReferenceEquals(context, made.Unsampled);
        return isUnsampled ? ReferenceEquals(made.Activity.Baggage, NoBaggage) : ReferenceEquals(context, made.Empty);
    }

    /// <summary>Whether this context is one of the two that hold no baggage.</summary>
    public static bool IsWithoutBaggage(ExecutionContext? context)
    {
        var made = Volatile.Read(ref s_made);
        return ReferenceEquals(context, made.Unsampled) || ReferenceEquals(context, made.Empty);
    }

    /// <summary>
    /// Leaves no activity current on this thread. Taking away the shared one is going back to the context in which there is none, which
    /// is cheaper than to assign.
    /// </summary>
    public static void TakeAway()
    {
        var made = Volatile.Read(ref s_made);
        var context = ExecutionContext.Capture();
        if (ReferenceEquals(context, made.Unsampled) && made.Empty is { } empty)
        {
            ExecutionContext.Restore(empty);
        }
        else if (!ReferenceEquals(context, made.Empty) && Activity.Current is not null)
        {
            Activity.Current = null;
        }
    }

    /// <summary>Whether it, or one that was it, is current, or what is current was started inside of it.</summary>
    public static bool IsAroundHere() => IsAround(Activity.Current);

    /// <summary>Whether an activity is it, or one that was it, or was started inside of it.</summary>
    public static bool IsAround(Activity? activity)
    {
        while (activity is not null && !ReferenceEquals(activity.OperationName, Name))
        {
            activity = activity.Parent;
        }

        return activity is not null;
    }

    private static Activity New() => new(Name)
    {
        ActivityTraceFlags = ActivityTraceFlags.None,
        IsAllDataRequested = false,
    };

    /// <summary>Captured first on a thread of its own, started without anybody's context, so that nothing else is in them.</summary>
    private sealed class Contexts
    {
        public ExecutionContext? Empty { get; private set; }

        public ExecutionContext? Unsampled { get; private set; }

        public Activity Activity { get; } = New();

        public static Contexts Make()
        {
            var made = new Contexts();
            var maker = new Thread(made.Capture) { IsBackground = true };
            maker.UnsafeStart();
            maker.Join();
            return made;
        }

        /// <summary>Another activity in the same empty context: handlers have written to this one.</summary>
        public Contexts Anew()
        {
            var made = new Contexts();
            ExecutionContext.Run(Empty!, static made => ((Contexts)made!).Capture(), made);
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
