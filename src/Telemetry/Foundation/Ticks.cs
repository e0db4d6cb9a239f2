using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary><see cref="Stopwatch"/> ticks, the clock of all timestamps, as seconds and as wall-clock time.</summary>
internal static class Ticks
{
    private static readonly double SecondsPerTick = 1.0 / Stopwatch.Frequency;
    private static readonly double UtcTicksPerTick = (double)TimeSpan.TicksPerSecond / Stopwatch.Frequency;
    private static readonly WallClock Clock = new(Stopwatch.GetTimestamp, static () => DateTime.UtcNow);

    /// <summary>A minute in ticks.</summary>
    public static readonly long Minute = 60 * Stopwatch.Frequency;

    /// <summary>A time in ticks.</summary>
    public static long From(TimeSpan time) => (long)(time.TotalSeconds * Stopwatch.Frequency);

    /// <summary>Never negative: a message can be enqueued after the last clock read of the run that takes it.</summary>
    public static double ToSeconds(long ticks) => ticks > 0 ? ticks * SecondsPerTick : 0;

    /// <summary>Rounded to whole microseconds, for people who read a span.</summary>
    public static double ToRoundSeconds(long ticks) => Math.Round(ToSeconds(ticks), 6);

    /// <summary>The wall clock's time, as <see cref="WallClock"/> sees it now.</summary>
    public static DateTime ToUtc(long ticks) => Clock.ToUtc(ticks);

    /// <summary>
    /// The time of a moment in a span. The stopwatch gives its distance from the span's start, because the wall clock may have been set meanwhile.
    /// </summary>
    /// <param name="span">The span.</param>
    /// <param name="begunAt">Ticks at which it began.</param>
    /// <param name="ticks">Ticks of the moment.</param>
    public static DateTime ToUtcIn(Activity span, long begunAt, long ticks) => span.StartTimeUtc.AddTicks(Wall(Math.Max(0, ticks - begunAt)));

    private static long Wall(long ticks) => (long)(ticks * UtcTicksPerTick);

    /// <summary>
    /// The wall clock, read now and then. The stopwatch gives the time in between, so a span's start needs no clock read of its own. A span that
    /// begins more than <see cref="Often"/> after the wall clock was set has the new time; a span that was open keeps the old one
    /// (<see cref="ToUtcIn"/>). Small differences are corrected once a second. A race on the anchor is benign: both values are correct.
    /// </summary>
    internal sealed class WallClock(Func<long> stopwatch, Func<DateTime> wallClock)
    {
        // A hundredth of a second.
        private static readonly long Often = Stopwatch.Frequency / 100;

        // A larger difference between both clocks than can arise in a second means that the wall clock has been set.
        private static readonly TimeSpan Step = TimeSpan.FromMilliseconds(1);

        private StrongBox<Anchor> _anchor = new(Anchor.Read(stopwatch, wallClock));
        private long _readAt = stopwatch();

        public DateTime ToUtc(long ticks)
        {
            if (ticks - Volatile.Read(ref _readAt) > Often)
            {
                Read();
            }

            return Volatile.Read(ref _anchor).Value.ToUtc(ticks);
        }

        private void Read()
        {
            var (found, anchor) = (Anchor.Read(stopwatch, wallClock), Volatile.Read(ref _anchor).Value);
            Volatile.Write(ref _readAt, found.Ticks);
            if (found.Ticks - anchor.Ticks > Stopwatch.Frequency || (found.Utc - anchor.ToUtc(found.Ticks)).Duration() > Step)
            {
                Volatile.Write(ref _anchor, new(found));
            }
        }
    }

    /// <summary>One moment on both clocks.</summary>
    internal readonly record struct Anchor(long Ticks, DateTime Utc)
    {
        private const int MaxReads = 10;

        // A hundredth of a millisecond.
        private static readonly long Close = Stopwatch.Frequency / 100_000;

        /// <summary>
        /// The thread may lose its processor between two clock reads, and all spans of the next hundredth of a second would be wrong by that time. So
        /// the wall clock is read several times, and the read with the shortest time between the stopwatch reads around it is used.
        /// </summary>
        internal static Anchor Read(Func<long> stopwatch, Func<DateTime> wallClock)
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

            return closest;
        }

        public DateTime ToUtc(long ticks) => Utc.AddTicks(Wall(ticks - Ticks));
    }
}
