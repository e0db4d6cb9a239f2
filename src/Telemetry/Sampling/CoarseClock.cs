using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// The time to about a hundredth of a second, for one field read: for what every message that is not recorded must know of
/// itself in case it fails or is slow. One for the process, kept by a thread of its own, because handlers that are slow leave the
/// thread pool without one. It rests after a second; the next reader wakes it, so it costs nothing where nobody reads.
/// </summary>
internal static class CoarseClock
{
    /// <summary>Milliseconds between two beats.</summary>
    public const int Period = ClockThread.Period;

    private static readonly ClockThread Keeper = new(Show, static thread => thread.UnsafeStart());

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

    /// <summary>Whether its thread sleeps, for tests.</summary>
    internal static bool IsAtRest => Volatile.Read(ref s_now) == 0;

    /// <summary>Lets the time stand still, for tests that count what a message costs between two beats.</summary>
    internal static bool IsHeld
    {
        get => Volatile.Read(ref s_isHeld);
        set
        {
            // what it would have shown meanwhile is lost: the next reader asks
            Volatile.Write(ref s_isHeld, value);
            Volatile.Write(ref s_now, value ? Now : 0);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static long Wake() => Keeper.Wake();

    private static void Show(long now)
    {
        if (!IsHeld)
        {
            Volatile.Write(ref s_now, now);
        }
    }
}
