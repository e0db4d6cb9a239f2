using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// The thread that looks after the actor systems that want to be watched: one in the process, made by the first run of a
/// mailbox. A thread and no timer, because timers fire on the thread pool, and blocking handlers are what
/// starves that. It rests when no mailbox is run and none is watched, and ends with the last system.
/// <para>
/// What wakes it is one question per run of a mailbox, whether anybody has touched it since its last look. That is
/// answered by a field that one run in each period writes; nobody watches: it always says yes.
/// </para>
/// </summary>
internal static class Lookout
{
    private const int RetryMilliseconds = 1_000;

    private static readonly object Gate = new();
    private static readonly AutoResetEvent Woken = new(false);

    // Replaced as a whole, under the gate.
    private static SystemWatch[] s_watches = [];
    private static Thread? s_thread;
    private static volatile bool s_touched = true;
    private static volatile bool s_rests;

    // When a thread that could not be started is tried again, by the tick count; 0 when there is nothing to wait for.
    private static long s_retryAt;

    /// <summary>For tests. Unsafe: what flows where a message is sent must not be kept.</summary>
    internal static Action<Thread> Starter { get; set; } = static thread => thread.UnsafeStart();

    /// <summary>For tests.</summary>
    internal static bool HasThread => Volatile.Read(ref s_thread) is not null;

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

    /// <summary>A mailbox is scheduled. Any thread; one field read, and once in each period more.</summary>
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
        if (Volatile.Read(ref s_retryAt) is not 0 and var retryAt && Environment.TickCount64 < retryAt)
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
            if (s_thread is null && s_watches.Length > 0)
            {
                s_thread = Started();
            }
        }

        Woken.Set();
    }

    // Null when it could not be started: who touches it in a second tries again. A message is on its way, so nothing is thrown.
    private static Thread? Started()
    {
        try
        {
            var thread = new Thread(Work) { IsBackground = true, Name = "AkkaInstrumentation lookout" };
            Starter(thread);
            Volatile.Write(ref s_retryAt, 0);
            return thread;
        }
        catch (Exception e)
        {
            Volatile.Write(ref s_retryAt, Environment.TickCount64 + RetryMilliseconds);
            s_touched = false;
            TelemetryFault.Report(TelemetryFault.Thread, e);
            return null;
        }
    }

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

    // Null, and the thread has ended, when there is nobody left to watch.
    private static SystemWatch[]? Watched()
    {
        lock (Gate)
        {
            if (s_watches.Length > 0)
            {
                return s_watches;
            }

            s_thread = null;
            return null;
        }
    }

    private static bool Look(SystemWatch[] watches)
    {
        var busy = s_touched;
        s_touched = false;
        busy |= RunFrame.AnyRuns;

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

    // A run either sees that we rest, or its traces are seen here: the barrier is on all processors, so that a run needs none.
    private static void Rest()
    {
        s_rests = true;
        Interlocked.MemoryBarrierProcessWide();
        if (!s_touched && !RunFrame.AnyRuns)
        {
            Woken.WaitOne();
        }

        s_rests = false;
    }
}
