namespace AkkaInstrumentation;

/// <summary>
/// Activities of shared traces that this thread has at hand. A run takes one out, and puts it back when its handlers are over: so two handlers
/// that are at work at the same time never have the same, not even one inside the other on one thread.
/// </summary>
internal static class SharedActivities
{
    // backlogs of different age alternate; a power of two
    private const int Places = 16;

    // of each place the uppermost; runs inside one another put several back

    [ThreadStatic]
    private static NonRecordingActivity?[]? t_places;

    /// <summary>One that nobody has written to, of this trace.</summary>
    public static NonRecordingActivity Take(UnsampledTrace trace)
    {
        ref var place = ref PlaceOf(trace);
        if (place is { } found && found.Shares(trace))
        {
            place = found.Below;
            found.Below = null;
            if (found.IsUntouched)
            {
                return found;
            }
        }

        return NonRecordingActivity.Start(trace);
    }

    /// <summary>No handler is at work in it any more.</summary>
    public static void PutBack(NonRecordingActivity activity)
    {
        ref var place = ref PlaceOf(activity.Trace);
        activity.Below = place is { } other && other.Shares(activity.Trace) ? other : null;
        place = activity;
    }

    private static ref NonRecordingActivity? PlaceOf(UnsampledTrace trace)
    {
        var places = t_places ??= new NonRecordingActivity?[Places];
        return ref places[(int)(((ulong)trace.Tick ^ trace.Seed) * 0x9E3779B97F4A7C15 >> 60)];
    }
}
