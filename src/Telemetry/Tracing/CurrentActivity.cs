using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// Remembers the current activity of this thread together with the execution context, and restores both. An activity that has stopped meanwhile
/// cannot be made current again by assignment.
/// </summary>
internal readonly struct CurrentActivity
{
    private readonly Activity? _activity = Activity.Current;
    private readonly ExecutionContext? _context = ExecutionContext.Capture();

    public CurrentActivity()
    {
    }

    /// <summary>Stops a span that is not the current activity, which stays the current one. Never throws.</summary>
    public static void Stop(Activity span)
    {
        var current = new CurrentActivity();
        TelemetryFault.Guard(TelemetryFault.Listener, span, static span => span.Stop());
        current.Restore();
    }

    public void Restore()
    {
        if (ReferenceEquals(Activity.Current, _activity))
        {
            return;
        }

        // Null when the flow of the context is suppressed.
        if (_context is null)
        {
            Activity.Current = _activity;
        }
        else
        {
            ExecutionContext.Restore(_context);
        }
    }
}
