using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// The time to about a hundredth of a second, for one field read: for what every message that is not recorded must know of
/// itself in case it fails. One for the process, kept by a timer that rests after a second; the next reader wakes it, so
/// it costs nothing where nobody reads. When the thread pool has no thread for the timer it lags behind.
/// </summary>
internal static class CoarseClock
{
    /// <summary>Milliseconds between two beats.</summary>
    public const int Period = 10;

    private const int BeatsBeforeRest = 100;

    private static readonly object Lock = new();
    private static readonly Timer Beats = MakeTimer();
    private static long s_now;
    private static int s_beatsLeft;

    /// <summary><see cref="Stopwatch"/> ticks, never ahead of the true time and never 0. Any thread.</summary>
    public static long Now
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            var now = Volatile.Read(ref s_now);
            return now != 0 ? now : Wake();
        }
    }

    /// <summary>Whether no timer runs, for tests.</summary>
    internal static bool IsAtRest => Volatile.Read(ref s_now) == 0;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static long Wake()
    {
        lock (Lock)
        {
            if (s_now == 0)
            {
                s_beatsLeft = BeatsBeforeRest;
                Beats.Change(Period, Period);
                Volatile.Write(ref s_now, Stopwatch.GetTimestamp());
            }

            return s_now;
        }
    }

    private static void Beat()
    {
        lock (Lock)
        {
            // a beat that was under way when the clock went to rest must not set it again: it would stand still
            if (s_now == 0)
            {
                return;
            }

            if (--s_beatsLeft > 0)
            {
                Volatile.Write(ref s_now, Stopwatch.GetTimestamp());
            }
            else
            {
                Beats.Change(Timeout.Infinite, Timeout.Infinite);
                Volatile.Write(ref s_now, 0);
            }
        }
    }

    // what flows where the first message is handled must not be kept by a timer of the process
    private static Timer MakeTimer()
    {
        AsyncFlowControl? flow = ExecutionContext.IsFlowSuppressed() ? null : ExecutionContext.SuppressFlow();
        var timer = new Timer(static _ => Beat(), null, Timeout.Infinite, Timeout.Infinite);
        flow?.Dispose();
        return timer;
    }
}
