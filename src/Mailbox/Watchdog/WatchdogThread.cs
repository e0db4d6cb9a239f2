using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// The thread that watches the actor systems whose settings ask for it. There is one in the process, started by the first run of a mailbox. It is a
/// thread and not a timer, because timers fire on the thread pool, and blocking handlers starve the thread pool. It rests when no mailbox runs and
/// none is watched. It ends with the last system.
/// <para>
/// Each run of a mailbox checks one field: whether any run has touched the thread since its last look. One run in each period writes that field, and
/// wakes the thread if it rests. When nobody watches, the field always says yes.
/// </para>
/// </summary>
internal static class WatchdogThread
{
    private static readonly object Gate = new();
    private static readonly AutoResetEvent Woken = new(false);
    private static readonly ThreadStarter Threads = new(Start);

    // Replaced as a whole, under the gate.
    private static SystemWatch[] s_watches = [];
    private static volatile bool s_hasThread;
    private static volatile bool s_touched = true;
    private static volatile bool s_rests;

    /// <summary>For tests.</summary>
    internal static Action<Thread> Starter { get; set; } = ThreadStarter.Unsafe;

    /// <inheritdoc cref="Starter"/>
    internal static bool HasThread => s_hasThread;

    /// <inheritdoc cref="HasThread"/>
    internal static bool Rests => s_rests || !HasThread;

    /// <inheritdoc cref="HasThread"/>
    internal static long Looks { get; private set; }

    public static void Add(SystemWatch watch)
    {
        lock (Gate)
        {
            s_watches = [.. s_watches, watch];
            s_touched = false;
        }

        Woken.Set();
    }

    public static void Remove(SystemWatch watch)
    {
        lock (Gate)
        {
            s_watches = [.. s_watches.Where(other => other != watch)];
            s_touched = s_touched || s_watches.Length == 0;
        }

        Woken.Set();
    }

    /// <summary>A mailbox is scheduled. Any thread. Reads one field; once in each period it does more.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Touch()
    {
        if (!s_touched)
        {
            TouchCore();
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void TouchCore()
    {
        if (!Threads.MayTry)
        {
            return;
        }

        s_touched = true;
        Interlocked.MemoryBarrier();
        if (s_rests || !HasThread)
        {
            Wake();
        }
    }

    private static void Wake()
    {
        lock (Gate)
        {
            if (!s_hasThread && s_watches.Length > 0)
            {
                s_hasThread = Threads.TryStart(Work, "watchdog");
                if (!s_hasThread)
                {
                    // a touch after one second tries again
                    s_touched = false;
                }
            }
        }

        Woken.Set();
    }

    private static void Start(Thread thread) => Starter(thread);

    private static void Work()
    {
        var quietSince = Environment.TickCount64;
        while (Watched() is { } watches)
        {
            var period = watches.Min(watch => watch.Period);
            Woken.WaitOne(period);
            var busy = Look(watches);
            var now = Environment.TickCount64;
            quietSince = busy ? now : quietSince;

            // long enough for a last look by every watch
            if (now - quietSince > 2 * watches.Max(watch => watch.LongestPeriod.TotalMilliseconds))
            {
                Rest();
                quietSince = Environment.TickCount64;
            }
        }
    }

    // Returns null when there is no system left to watch. The thread then ends.
    private static SystemWatch[]? Watched()
    {
        lock (Gate)
        {
            if (s_watches.Length > 0)
            {
                return s_watches;
            }

            s_hasThread = false;
            return null;
        }
    }

    private static bool Look(SystemWatch[] watches)
    {
        var busy = s_touched;
        s_touched = false;
        busy |= ThreadActivity.AnyRuns;

        var now = System.Diagnostics.Stopwatch.GetTimestamp();
        foreach (var watch in watches)
        {
            try
            {
                busy |= watch.Look(now);
            }
            catch (Exception e)
            {
                // a logger that runs on this thread may throw
                TelemetryFault.Report(TelemetryFault.Watch, e);
            }
        }

        Looks++;
        return busy;
    }

    // Either a run sees that this thread rests, or this thread sees the run's writes. The barrier covers all processors, so a run needs none.
    private static void Rest()
    {
        s_rests = true;
        Interlocked.MemoryBarrierProcessWide();
        if (!s_touched && !ThreadActivity.AnyRuns)
        {
            Woken.WaitOne();
        }

        s_rests = false;
    }
}
