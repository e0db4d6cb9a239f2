using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary><see cref="Stopwatch"/> ticks, the clock of all stamps, as seconds and as wall-clock time.</summary>
internal static class Ticks
{
    private static readonly double SecondsPerTick = 1.0 / Stopwatch.Frequency;
    private static readonly double UtcTicksPerTick = (double)TimeSpan.TicksPerSecond / Stopwatch.Frequency;
    private static Anchor s_anchor = Anchor.Now();

    /// <summary>Never negative: a message can be enqueued after the last clock read of the run that takes it.</summary>
    public static double ToSeconds(long ticks) => ticks > 0 ? ticks * SecondsPerTick : 0;

    /// <summary>
    /// The wall clock is read once a second and time in between is added from the stopwatch, so that a span's start
    /// and end cost no clock read of their own. A race on the anchor is benign: both are right.
    /// </summary>
    public static DateTime ToUtc(long ticks)
    {
        var anchor = s_anchor;
        if (ticks - anchor.Ticks > Stopwatch.Frequency)
        {
            s_anchor = anchor = Anchor.Now();
        }

        return anchor.Utc.AddTicks((long)((ticks - anchor.Ticks) * UtcTicksPerTick));
    }

    private sealed record Anchor(long Ticks, DateTime Utc)
    {
        public static Anchor Now() => new(Stopwatch.GetTimestamp(), DateTime.UtcNow);
    }
}
