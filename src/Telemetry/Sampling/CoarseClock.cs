using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// The time to about a hundredth of a second, for one field read. Every unrecorded message needs a time in case it fails or is slow.
/// There is one clock per process. It has a thread of its own, because slow handlers can leave the thread pool without a free
/// thread. The clock rests after a second, and the next reader wakes it. So it costs nothing while it is not read.
/// </summary>
internal static class CoarseClock
{
    /// <summary>Milliseconds between two updates.</summary>
    public const int Period = ClockThread.Period;

    private static readonly ClockThread Keeper = new(Show, ThreadStarter.Unsafe);

    private static long s_now;
    private static bool s_isHeld;

    /// <summary><see cref="Stopwatch"/> ticks, never ahead of the true time and never 0. Any thread. Never throws.</summary>
    public static long Now
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            var now = Volatile.Read(ref s_now);
            return now != 0 ? now : Wake();
        }
    }

    /// <summary>Whether its thread rests, for tests.</summary>
    internal static bool IsAtRest => Volatile.Read(ref s_now) == 0;

    /// <summary>Stops the time, for tests that count what a message costs between two updates.</summary>
    internal static bool IsHeld
    {
        get => Volatile.Read(ref s_isHeld);
        set
        {
            // Updates during the hold are lost. The next reader wakes the clock.
            Volatile.Write(ref s_isHeld, value);
            Publish(value ? Now : 0);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static long Wake() => Keeper.Wake();

    private static void Show(long now)
    {
        if (!IsHeld)
        {
            Publish(now);
        }
    }

    private static void Publish(long now) => Volatile.Write(ref s_now, now);
}
