using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// What flowed on a thread before it ran a mailbox, as far as the instrumentation changes it: the current activity, OpenTelemetry's baggage and a
/// pass-through trace. Some executors bring the scheduler's execution context along. The test kit's dispatcher runs inside the sender's call.
/// Everything else that handlers let flow stays on the thread after the run, as in plain Akka.
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
        _hasBaggage = AkkaTelemetry.Source.HasListeners();
        if (ReferenceEquals(context, HandlerContext.Empty))
        {
            return;
        }

        _activity = Activity.Current;
        _passing = PassThroughContext.Current;
        _baggage = _hasBaggage ? AmbientBaggage.Current : null;
        _isOnly = TakeAway();
    }

    /// <summary>A run begins. Removes the current activity, baggage and pass-through trace.</summary>
    public static OuterContext Suspend() => new(ExecutionContext.Capture());

    /// <summary>The run has ended.</summary>
    /// <param name="thread">The context of this thread.</param>
    public void Resume(ThreadContext thread)
    {
        if (ReferenceEquals(_context, HandlerContext.Empty))
        {
            Clear(thread);
            return;
        }

        ResumeCore(HandlerContext.IsOurs(ExecutionContext.Capture()));
    }

    /// <summary>The same for a run on a thread on which nothing flowed.</summary>
    /// <param name="thread">The context of this thread.</param>
    public static void Clear(ThreadContext thread)
    {
        var context = ExecutionContext.Capture();
        if (ReferenceEquals(context, HandlerContext.Empty))
        {
            return;
        }

        if (thread.Knows(context))
        {
            ExecutionContext.Restore(HandlerContext.Empty);
            return;
        }

        new OuterContext(HandlerContext.Empty).ResumeCore(HandlerContext.IsOurs(context));
    }

    private void ResumeCore(bool isOurs)
    {
        var wasOnly = _isOnly || ReferenceEquals(_context, HandlerContext.Empty);
        if (_context is not null && (_activity is { IsStopped: true } || (wasOnly && (isOurs || TakeAway()))))
        {
            // an activity that has stopped meanwhile cannot be made current again by assignment
            ExecutionContext.Restore(_context);
            return;
        }

        HandlerContext.Assign(_activity, _passing);
        if (_hasBaggage && !ReferenceEquals(AmbientBaggage.Current, _baggage))
        {
            AmbientBaggage.Replace(_baggage);
        }
    }

    // Whether nothing flows except what the instrumentation may change.
    private bool TakeAway()
    {
        HandlerContext.Leave();
        if (_hasBaggage && AmbientBaggage.MayBeHere)
        {
            AmbientBaggage.Replace(null);
        }

        return ReferenceEquals(ExecutionContext.Capture(), HandlerContext.Empty);
    }
}
