using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// The time, accurate to about a hundredth of a second: Windows counts ticks every 16 milliseconds, Linux every 1 to 10. Every unrecorded message
/// needs a time in case it fails or is slow, and <see cref="Environment.TickCount64"/> costs a fraction of <see cref="Stopwatch"/>. So the stopwatch
/// is read only when the tick count has changed, by the thread that sees the change first.
/// <para>
/// Several threads may see a change at once. Each one replaces the last time by a time that it has read afterwards, or finds that another thread has
/// done so. So the time never goes back. A thread that lost its processor in between may write an old tick; the next reader then reads the stopwatch
/// once more.
/// </para>
/// </summary>
internal static class CoarseClock
{
    private static long s_tick;
    private static long s_now;

    /// <summary><see cref="Stopwatch"/> ticks, never ahead of the true time and never 0. Any thread.</summary>
    public static long Now
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            var tick = Environment.TickCount64;
            return tick == Volatile.Read(ref s_tick) ? Volatile.Read(ref s_now) : Read(tick);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static long Read(long tick)
    {
        // The order matters: a thread that sees the tick sees its time, or a later one.
        var last = Volatile.Read(ref s_now);
        Interlocked.CompareExchange(ref s_now, Stopwatch.GetTimestamp(), last);
        Volatile.Write(ref s_tick, tick);
        return Volatile.Read(ref s_now);
    }
}
