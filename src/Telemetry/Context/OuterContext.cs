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

    /// <summary>A run begins. Removes the current activity, baggage and pass-through trace. Never throws, though code of others sees that.</summary>
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
