using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// The activity that is current on this thread, to be put back as a whole: one that has stopped meanwhile cannot be made
/// current again by assignment.
/// </summary>
internal readonly struct CurrentActivity
{
    private readonly Activity? _activity = Activity.Current;
    private readonly ExecutionContext? _context = ExecutionContext.Capture();

    public CurrentActivity()
    {
    }

    public void Restore()
    {
        if (ReferenceEquals(Activity.Current, _activity))
        {
            return;
        }

        // null when its flow is suppressed
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
