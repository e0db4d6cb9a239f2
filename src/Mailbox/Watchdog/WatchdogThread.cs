using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>One kind of trouble that is looked for in one actor system. Only the <see cref="WatchdogThread"/> looks.</summary>
internal abstract class WatchdogCheck(TimeSpan period)
{
    /// <summary>Time between two looks, in <see cref="Stopwatch"/> ticks.</summary>
    public long Period { get; } = Ticks.Of(period);

    /// <summary>When the next look is due, in <see cref="Stopwatch"/> ticks.</summary>
    public long Due { get; set; }

    public abstract void Look(long now);
}

/// <summary>
/// The thread that checks the actor systems whose settings ask for it, at most once a second by default. There is one in the process, from the first
/// check to the end of the last. It is a thread and not a timer, because timers fire on the thread pool, and blocking handlers starve the thread pool.
/// </summary>
internal static class WatchdogThread
{
    private static readonly object Gate = new();
    private static readonly ThreadStarter Threads = new(static thread => Starter!(thread));

    // Both change under the gate. Those who create a mailbox read them without it: at worst they enter the gate for nothing.
    private static volatile WatchdogCheck[] s_checks = [];
    private static volatile bool s_hasThread;

    /// <summary>For tests.</summary>
    internal static Action<Thread> Starter { get; set; } = ThreadStarter.Unsafe;

    /// <inheritdoc cref="Starter"/>
    internal static bool HasThread => s_hasThread;

    public static void Add(WatchdogCheck check)
    {
        lock (Gate)
        {
            s_checks = [.. s_checks, check];
            Monitor.Pulse(Gate);
        }

        EnsureStarted();
    }

    public static void Remove(WatchdogCheck check)
    {
        lock (Gate)
        {
            s_checks = [.. s_checks.Where(other => other != check)];
            Monitor.Pulse(Gate);
        }
    }

    /// <summary>Starts the thread where it is needed. Any thread. If the process has no thread left, a later mailbox tries again.</summary>
    public static void EnsureStarted()
    {
        if (s_hasThread || s_checks.Length == 0)
        {
            return;
        }

        lock (Gate)
        {
            s_hasThread = s_hasThread || (s_checks.Length > 0 && Threads.TryStart(Work, "watchdog"));
        }
    }

    private static void Work()
    {
        WatchdogCheck[] checks = [];
        while (Wait(checks) is { Length: > 0 } next)
        {
            checks = next;
            foreach (var check in checks)
            {
                Look(check, Stopwatch.GetTimestamp());
            }
        }
    }

    // Waits until a look is due or the checks have changed. Returns none when there is nothing to check any more; the thread then ends.
    private static WatchdogCheck[] Wait(WatchdogCheck[] seen)
    {
        lock (Gate)
        {
            if (seen.Length > 0 && s_checks == seen)
            {
                var left = Ticks.ToSeconds(seen.Min(check => check.Due) - Stopwatch.GetTimestamp());
                Monitor.Wait(Gate, (int)Math.Ceiling(1_000 * left));
            }

            s_hasThread = s_checks.Length > 0;
            return s_checks;
        }
    }

    private static void Look(WatchdogCheck check, long now)
    {
        if (now < check.Due)
        {
            return;
        }

        check.Due = now + check.Period;
        try
        {
            check.Look(now);
        }
        catch (Exception e)
        {
            // a logger that runs on this thread may throw
            TelemetryFault.Report(TelemetryFault.Watch, e);
        }
    }
}
