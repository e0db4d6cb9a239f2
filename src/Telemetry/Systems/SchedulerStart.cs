using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// Akka's scheduler starts its thread at the first call, and the thread keeps the caller's activity and baggage for good. Where a message does not show that it
/// is scheduled (behind a router, to another node, sent by a scheduled delegate), it would be in that trace.
/// </summary>
internal static class SchedulerStart
{
    /// <summary>The thread of the system's scheduler starts, unless it has, outside of all activities. Any thread.</summary>
    public static void OutsideOfActivities(ActorSystem system)
    {
        using var flow = ExecutionFlow.Suppress();
        try
        {
            system.Scheduler.Advanced.ScheduleOnce(TimeSpan.Zero, static () => { });
        }
        catch (Exception e)
        {
            // a scheduler of the user's, which need not know this at the start
            TelemetryFault.Report(TelemetryFault.Thread, e);
        }
    }
}
