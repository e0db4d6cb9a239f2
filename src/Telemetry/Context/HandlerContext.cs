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

    /// <summary>
    /// Makes this the only value that flows, if that is possible without a full change: if it flowed before, if nothing did, or if the context of
    /// another message type did. Returns whether it flows now. Runs for every message.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryContinue(PassThroughContext unsampled)
    {
        var context = ExecutionContext.Capture();
        return ReferenceEquals(context, unsampled.Context) || (IsOurs(context) && TryRestore(unsampled.Context));
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
            // Other values flow, such as baggage.
            Assign(passing.Span is { IsStopped: false } span ? span : null, passing);
            if (passing is { Span.IsStopped: true, Context: { } ended })
            {
                AssignCurrentOf(ended);
            }
        }
    }

    /// <summary>For a message without a span: makes its baggage current, and also its trace if the trace passes through.</summary>
    /// <param name="origin">The trace in which the message was sent; null for none.</param>
    /// <param name="passesThrough">Whether the trace passes through.</param>
    public static void EnterWithoutSpan(MessageOrigin? origin, bool passesThrough)
    {
        CarriedBaggage.Arrive(origin?.Baggage);
        Leave();
        if (passesThrough)
        {
            Enter(PassThroughContext.Of(origin!));
        }
    }

    /// <summary>
    /// Makes the activity of another context current, even one that has ended. An activity that has ended cannot be assigned, but it becomes current
    /// again when an activity that began inside it ends.
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
            || (PassThroughContext.Current is { } passing && ReferenceEquals(passing.Context, context)));

    /// <summary>Assigns the two values one by one, for a context that also holds others.</summary>
    public static void Assign(Activity? activity, PassThroughContext? passing)
    {
        PassThroughContext.Assign(passing);
        if (!ReferenceEquals(Activity.Current, activity))
        {
            Activity.Current = activity;
        }
    }

    private static bool TryRestore(ExecutionContext? own)
    {
        if (own is not null)
        {
            ExecutionContext.Restore(own);
        }

        return own is not null;
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
/// The values that flowed on a thread before it ran a mailbox, as far as the instrumentation changes them: the current activity, OpenTelemetry's
/// baggage and a pass-through trace. Some executors run with the scheduler's execution context, and the test kit's dispatcher runs inside the
/// sender's call. All other values that handlers let flow stay on the thread after the run, as in plain Akka.
/// </summary>
internal readonly struct OuterContext
{
    private readonly ExecutionContext? _context;
    private readonly Activity? _activity;
    private readonly PassThroughContext? _passing;
    private readonly object? _baggage;
    private readonly bool _hasBaggage;

    // nothing else flowed, so the context can be restored as a whole
    private readonly bool _isOnly;

    private OuterContext(ExecutionContext? context)
    {
        _context = context;
        _isOnly = IsUsual;
        _hasBaggage = _isOnly || AkkaTelemetry.Source.HasListeners();
        if (!_isOnly)
        {
            _activity = Activity.Current;
            _passing = PassThroughContext.Current;
            _baggage = _hasBaggage ? AmbientBaggage.Current : null;
            _isOnly = TakeAway();
        }
    }

    // Whether nothing flowed on the thread, as on a thread of the pool. A suppressed flow has no context.
    private bool IsUsual => ReferenceEquals(_context, HandlerContext.Empty);

    /// <summary>A run begins. Removes the current activity, baggage and pass-through trace. Never throws, although callbacks of other code see the
    /// change.</summary>
    public static OuterContext Suspend() => new(ExecutionContext.Capture());

    /// <summary>The run has ended. Never throws.</summary>
    public void Resume()
    {
        var context = ExecutionContext.Capture();
        if (IsUsual && HandlerContext.IsOurs(context))
        {
            ExecutionContext.Restore(HandlerContext.Empty);
        }
        else
        {
            TelemetryFault.Guard(TelemetryFault.Listener, this, static outer => outer.ResumeCore());
        }
    }

    private void ResumeCore()
    {
        if (_context is not null && (_activity is { IsStopped: true }
            || (_isOnly && (HandlerContext.IsOurs(ExecutionContext.Capture()) || TakeAway()))))
        {
            // an activity that has stopped meanwhile cannot be made current again by assignment
            ExecutionContext.Restore(_context);
            return;
        }

        if (_hasBaggage && !ReferenceEquals(AmbientBaggage.Current, _baggage))
        {
            AmbientBaggage.Replace(_baggage);
        }

        HandlerContext.Assign(_activity, _passing);
    }

    // Whether nothing flows except what the instrumentation may change.
    private bool TakeAway()
    {
        TelemetryFault.Guard(TelemetryFault.Listener, 0, static _ => HandlerContext.Leave());
        if (_hasBaggage && AmbientBaggage.MayBeHere)
        {
            AmbientBaggage.Replace(null);
        }

        return ReferenceEquals(ExecutionContext.Capture(), HandlerContext.Empty);
    }
}
