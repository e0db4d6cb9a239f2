using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// Akka's scheduler starts its clock at the first call, and the clock keeps the caller's activity and baggage for good. Where a message does not
/// show that it is scheduled (behind a router, to another node, sent by a scheduled delegate), it would be in that trace. So the scheduler of a
/// system is started outside of all activities as soon as somebody listens to spans. Not before: the clock ticks a hundred times a second, which
/// costs an application that never schedules anything processor time.
/// </summary>
internal sealed class SchedulerStart
{
    private readonly ActorSystem _system;
    private int _isWaiting = 1;

    /// <param name="system">The system, which starts.</param>
    /// <param name="isTraced">Tracing is on. If it is switched on later, the first run that may make spans starts the scheduler.</param>
    public SchedulerStart(ActorSystem system, bool isTraced)
    {
        _system = system;
        if (isTraced)
        {
            ListenerCame += EnsureStarted;
            if (AkkaTelemetry.Source.HasListeners())
            {
                EnsureStarted();
            }
        }
    }

    // Knows a system until its scheduler has been started, or it has ended.
    private static event Action? ListenerCame;

    /// <summary>
    /// Somebody has begun to listen to spans. The schedulers of all systems whose tracing is on start, unless they have. Any thread.
    /// </summary>
    public static void OfAllSystems() => ListenerCame?.Invoke();

    /// <summary>The system has ended.</summary>
    public void Stop() => ListenerCame -= EnsureStarted;

    /// <summary>A scheduler starts, unless it has, outside of all activities. Any thread.</summary>
    public static void OutsideOfActivities(IScheduler scheduler)
    {
        using var flow = ExecutionFlow.Suppress();
        try
        {
            scheduler.Advanced.ScheduleOnce(TimeSpan.Zero, static () => { });
        }
        catch (SchedulerException)
        {
            // the system is ending
        }
        catch (Exception e)
        {
            // a scheduler of the user's, which need not know this at the start
            TelemetryFault.Report(TelemetryFault.Thread, e);
        }
    }

    /// <summary>A run begins whose messages may get spans. One field read once the scheduler has been started.</summary>
    public void EnsureStarted()
    {
        if (Volatile.Read(ref _isWaiting) != 0 && Interlocked.Exchange(ref _isWaiting, 0) != 0)
        {
            Stop();
            OutsideOfActivities(_system.Scheduler);
        }
    }
}
