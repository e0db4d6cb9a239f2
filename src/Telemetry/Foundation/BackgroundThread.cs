using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>Periodic work for one actor system. Only the <see cref="BackgroundThread"/> runs it.</summary>
/// <param name="period">Time between two calls.</param>
/// <param name="fault">The kind of <see cref="TelemetryFault"/> to report if it throws.</param>
internal abstract class BackgroundWork(TimeSpan period, string fault)
{
    /// <summary>Time between two calls, in <see cref="Stopwatch"/> ticks.</summary>
    public long Period { get; } = Ticks.From(period);

    /// <summary>When the next call is due, in <see cref="Stopwatch"/> ticks.</summary>
    public long Due { get; protected set; }

    public void DoIfDue(long now)
    {
        if (now < Due)
        {
            return;
        }

        Due = now + Period;

        // a listener or a logger that runs on this thread may throw
        TelemetryFault.Guard(fault, (Work: this, now), static it => it.Work.Do(it.now));
    }

    protected abstract void Do(long now);
}

/// <summary>
/// The library's own thread: it watches the actor systems whose settings ask for it, about once a second by default, and adapts rates while
/// something is timed. There is one in the process, from the first work to the end of the last. It is a thread and not a timer, because timers
/// fire on the thread pool, and blocking handlers starve the thread pool. A listener or logger that blocks in one piece of work holds up the others:
/// reports come late and rates stay as they are, but no message waits.
/// </summary>
internal static class BackgroundThread
{
    private const int RetryMilliseconds = 1_000;

    private static readonly object Gate = new();

    // Both change under the gate. Code that creates a mailbox reads them without it; at worst it enters the gate for nothing.
    private static volatile BackgroundWork[] s_work = [];
    private static volatile bool s_hasThread;

    private static long s_late;

    // Tick count at which to try again after the process had no thread left. The wait matters because the callers are sending messages.
    private static long s_retryAt;

    /// <summary>Tests replace it. It starts the thread without the caller's execution context, because the thread must not keep the context of the
    /// first message.</summary>
    internal static Action<Thread> Starter { get; set; } = static thread => thread.UnsafeStart();

    /// <summary>For tests.</summary>
    internal static bool HasThread => s_hasThread;

    /// <summary>The sum of the ticks by which the thread has woken too late, because it had no processor or the whole process was suspended. Any
    /// thread.</summary>
    internal static long LateTicks => Volatile.Read(ref s_late);

    /// <summary>
    /// Adds the work, if it is not there. Any thread. Returns false when the process has no thread left; the work then waits for one. Never throws.
    /// </summary>
    public static bool TryAdd(BackgroundWork work)
    {
        lock (Gate)
        {
            s_work = s_work.Contains(work) ? s_work : [.. s_work, work];
            Monitor.Pulse(Gate);
        }

        return EnsureStarted();
    }

    public static void Remove(BackgroundWork work)
    {
        lock (Gate)
        {
            s_work = [.. s_work.Where(other => other != work)];
            Monitor.Pulse(Gate);
        }
    }

    /// <summary>Starts the thread where it is needed. Any thread. If the process has no thread left, a later call tries again.</summary>
    public static bool EnsureStarted()
    {
        if (s_hasThread || s_work.Length == 0 || Environment.TickCount64 < Volatile.Read(ref s_retryAt))
        {
            return s_hasThread;
        }

        lock (Gate)
        {
            return s_hasThread = s_hasThread || (s_work.Length > 0 && TryStart());
        }
    }

    private static bool TryStart()
    {
        try
        {
            Starter(new Thread(Work) { IsBackground = true, Name = "AkkaInstrumentation background" });
            return true;
        }
        catch (Exception e)
        {
            Volatile.Write(ref s_retryAt, Environment.TickCount64 + RetryMilliseconds);
            TelemetryFault.Report(TelemetryFault.Thread, e);
            return false;
        }
    }

    private static void Work()
    {
        BackgroundWork[] work = [];
        while (Wait(work) is { Length: > 0 } next)
        {
            work = next;
            DoAll(next);
        }
    }

    // A separate stack frame, so that the waiting thread does not keep removed work alive.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void DoAll(BackgroundWork[] all)
    {
        foreach (var work in all)
        {
            work.DoIfDue(Stopwatch.GetTimestamp());
        }
    }

    // Waits until something is due or the list of work has changed. Returns an empty list when there is nothing left to do; the thread then ends.
    private static BackgroundWork[] Wait(BackgroundWork[] seen)
    {
        lock (Gate)
        {
            if (seen.Length > 0 && s_work == seen)
            {
                var now = Stopwatch.GetTimestamp();

                // the last work may have taken longer than the first's period
                var due = Math.Max(now, seen.Min(static work => work.Due));

                // When a suspended process continues, another thread may pulse before this one has seen that its time is over.
                Monitor.Wait(Gate, (int)Math.Ceiling(1_000 * Ticks.ToSeconds(due - now)));
                Volatile.Write(ref s_late, s_late + Math.Max(0, Stopwatch.GetTimestamp() - due));
            }

            s_hasThread = s_work.Length > 0;
            return s_work;
        }
    }
}

/// <summary>Whether threads and timers that start on this thread get its execution context.</summary>
internal static class ExecutionFlow
{
    /// <summary>
    /// Until the result is disposed, threads and timers that the calling thread starts get no execution context. So they do not keep an activity
    /// for ever. Null if the flow is suppressed already. The caller's own context stays as it is.
    /// </summary>
    public static AsyncFlowControl? Suppress() => ExecutionContext.IsFlowSuppressed() ? null : ExecutionContext.SuppressFlow();
}
