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
    public const int Period = 10;

    private const int BeatsBeforeRest = 100;

    private static readonly object Lock = new();
    private static bool s_hasThread;
    private static long s_now;

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

    /// <summary>Whether its thread sleeps, for tests.</summary>
    internal static bool IsAtRest => Volatile.Read(ref s_now) == 0;

    /// <summary>Lets the time stand still, for tests that count what a message costs between two beats.</summary>
    internal static bool IsHeld { get; set; }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static long Wake()
    {
        lock (Lock)
        {
            if (s_now == 0)
            {
                Volatile.Write(ref s_now, Stopwatch.GetTimestamp());
                if (s_hasThread)
                {
                    Monitor.Pulse(Lock);
                }
                else
                {
                    // what flows where the first message is handled must not be kept by a thread of the process
                    new Thread(Beat) { IsBackground = true, Name = "AkkaInstrumentation clock" }.UnsafeStart();
                    s_hasThread = true;
                }
            }

            return s_now;
        }
    }

    private static void Beat()
    {
        while (true)
        {
            for (var beat = 1; beat < BeatsBeforeRest; beat++)
            {
                Thread.Sleep(Period);
                if (!IsHeld)
                {
                    Volatile.Write(ref s_now, Stopwatch.GetTimestamp());
                }
            }

            Thread.Sleep(Period);
            if (IsHeld)
            {
                continue;
            }

            lock (Lock)
            {
                Volatile.Write(ref s_now, 0);
                while (s_now == 0)
                {
                    Monitor.Wait(Lock);
                }
            }
        }
    }
}
