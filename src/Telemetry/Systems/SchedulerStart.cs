using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// Akka's scheduler starts its timer thread at the first call, and that thread keeps the caller's activity and baggage for good. A scheduled message
/// that is not recognizable as one (behind a router, to another node, sent by a scheduled delegate) would be in that trace. So a system's scheduler
/// is started outside of all activities as soon as spans are collected. It is not started before, because its clock ticks a hundred times a second,
/// which would cost processor time in an application that never schedules anything.
/// </summary>
internal sealed class SchedulerStart
{
    private readonly ActorSystem _system;
    private int _isWaiting = 1;

    /// <param name="system">The system, which starts.</param>
    /// <param name="isTraced">Whether tracing is on. If it is switched on later, the first run that may create spans starts the scheduler.</param>
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

    // A system is subscribed until its scheduler has been started or the system has ended.
    private static event Action? ListenerCame;

    /// <summary>
    /// Spans are collected from now on. Starts the schedulers of all systems whose tracing is on, unless they have started. Any thread.
    /// </summary>
    public static void OfAllSystems() => ListenerCame?.Invoke();

    /// <summary>The system has ended.</summary>
    public void Stop() => ListenerCame -= EnsureStarted;

    /// <summary>Starts a scheduler outside of all activities, unless it has started. Any thread.</summary>
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
            // a user's own scheduler may not support this call at the start
            TelemetryFault.Report(TelemetryFault.Thread, e);
        }
    }

    /// <summary>A run begins whose messages may get spans. Costs one field read once the scheduler has been started.</summary>
    public void EnsureStarted()
    {
        if (Volatile.Read(ref _isWaiting) != 0 && Interlocked.Exchange(ref _isWaiting, 0) != 0)
        {
            Stop();
            OutsideOfActivities(_system.Scheduler);
        }
    }
}
