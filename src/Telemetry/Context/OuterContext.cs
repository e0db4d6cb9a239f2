using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// What a thread carried before it ran a mailbox, of what is ours to change: the current activity, OpenTelemetry's baggage and a trace that passes
/// through. Some executors bring the scheduler's execution context along, and the test kit's dispatcher runs inside the sender's call. What else
/// handlers let flow stays on the thread when the run is over, as in plain Akka.
/// </summary>
internal readonly struct OuterContext
{
    private readonly ExecutionContext? _context;
    private readonly Activity? _activity;
    private readonly PassThrough? _passing;
    private readonly object? _baggage;
    private readonly bool _hasBaggage;

    // nothing but that flowed, so that the context can be restored as a whole
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
        _passing = PassThrough.Current;
        _baggage = _hasBaggage ? AmbientBaggage.Current : null;
        _isOnly = TakeAway();
    }

    /// <summary>A run begins: takes away what is current.</summary>
    public static OuterContext Suspend() => new(ExecutionContext.Capture());

    /// <summary>
    /// The run is over. Returns the activity that the last handlers had, if it is one of a shared trace and they have left everything as it was.
    /// </summary>
    public NonRecordingActivity? Resume()
    {
        var context = ExecutionContext.Capture();
        if (ReferenceEquals(context, HandlerContext.Empty))
        {
            if (!ReferenceEquals(_context, HandlerContext.Empty))
            {
                ResumeCore(isOurs: true);
            }

            return null;
        }

        var last = HandlerContext.OnlyIn(context);
        if (ReferenceEquals(_context, HandlerContext.Empty) && last is not null)
        {
            ExecutionContext.Restore(HandlerContext.Empty);
        }
        else
        {
            ResumeCore(last is not null || HandlerContext.IsOurs(context));
        }

        return last;
    }

    private void ResumeCore(bool isOurs)
    {
        var wasOnly = _isOnly || ReferenceEquals(_context, HandlerContext.Empty);
        if (_context is not null && (_activity is { IsStopped: true } || (wasOnly && (isOurs || TakeAway()))))
        {
            // one that has stopped meanwhile cannot be made current again by assignment
            ExecutionContext.Restore(_context);
            return;
        }

        HandlerContext.Assign(_activity, _passing);
        if (_hasBaggage && !ReferenceEquals(AmbientBaggage.Current, _baggage))
        {
            AmbientBaggage.Replace(_baggage);
        }
    }

    // Whether nothing flows that is not ours to change.
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
