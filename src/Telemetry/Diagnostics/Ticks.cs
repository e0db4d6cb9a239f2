using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary><see cref="Stopwatch"/> ticks, the clock of all timestamps, as seconds and as wall-clock time.</summary>
internal static class Ticks
{
    private static readonly double SecondsPerTick = 1.0 / Stopwatch.Frequency;
    private static readonly double UtcTicksPerTick = (double)TimeSpan.TicksPerSecond / Stopwatch.Frequency;
    private static Anchor s_anchor = Anchor.Now();

    /// <summary>A time in ticks.</summary>
    public static long Of(TimeSpan time) => (long)(time.TotalSeconds * Stopwatch.Frequency);

    /// <summary>Never negative: a message can be enqueued after the last clock read of the run that takes it.</summary>
    public static double ToSeconds(long ticks) => ticks > 0 ? ticks * SecondsPerTick : 0;

    /// <summary>
    /// The wall clock is read once a second. The stopwatch gives the time in between, so a span's start
    /// and end need no clock read of their own. A race on the anchor is benign: both values are correct.
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

    /// <summary>One moment on both clocks.</summary>
    internal sealed record Anchor(long Ticks, DateTime Utc)
    {
        private const int MaxReads = 10;

        // A hundredth of a millisecond.
        private static readonly long Close = Stopwatch.Frequency / 100_000;

        public static Anchor Now() => Of(Stopwatch.GetTimestamp, static () => DateTime.UtcNow);

        /// <summary>
        /// The thread may lose its processor between two clock reads, and all spans of the next second would be wrong by that time. So the wall
        /// clock is read several times, and the read that the stopwatch encloses most closely is used.
        /// </summary>
        internal static Anchor Of(Func<long> stopwatch, Func<DateTime> wallClock)
        {
            var closest = default(Anchor);
            var width = long.MaxValue;
            for (var reads = 0; reads < MaxReads && width > Close; reads++)
            {
                var before = stopwatch();
                var utc = wallClock();
                var passed = stopwatch() - before;
                if (passed < width)
                {
                    (closest, width) = (new Anchor(before + (passed / 2), utc), passed);
                }
            }

            return closest!;
        }
    }
}
