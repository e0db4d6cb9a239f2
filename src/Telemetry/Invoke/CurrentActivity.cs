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
        if (!ReferenceEquals(Activity.Current, _activity))
        {
            Restore(_activity, _context);
        }
    }

    /// <param name="activity">What was current.</param>
    /// <param name="context">The context in which it was; null when its flow was suppressed, or there is no need of it.</param>
    public static void Restore(Activity? activity, ExecutionContext? context)
    {
        if (context is null)
        {
            Activity.Current = activity;
        }
        else
        {
            ExecutionContext.Restore(context);
        }
    }
}
