#nullable disable annotations // oblivious, as Akka's own signatures are: sender and cancelable may be null

namespace Akka.Actor;

/// <summary>Scheduling with milliseconds, and scheduling that returns its cancelable.</summary>
public static class SchedulerExtensions
{
    public static void ScheduleTellOnce(this ITellScheduler scheduler, int millisecondsDelay, ICanTell receiver, object message, IActorRef sender, ICancelable cancelable = null) =>
        scheduler.ScheduleTellOnce(Ms(millisecondsDelay), receiver, message, sender, cancelable);

    public static void ScheduleTellRepeatedly(this ITellScheduler scheduler, int initialMillisecondsDelay, int millisecondsInterval, ICanTell receiver, object message, IActorRef sender, ICancelable cancelable = null) =>
        scheduler.ScheduleTellRepeatedly(Ms(initialMillisecondsDelay), Ms(millisecondsInterval), receiver, message, sender, cancelable);

    public static ICancelable ScheduleTellOnceCancelable(this IScheduler scheduler, int millisecondsDelay, ICanTell receiver, object message, IActorRef sender) =>
        scheduler.ScheduleTellOnceCancelable(Ms(millisecondsDelay), receiver, message, sender);

    public static ICancelable ScheduleTellOnceCancelable(this IScheduler scheduler, TimeSpan delay, ICanTell receiver, object message, IActorRef sender)
    {
        var cancelable = new Cancelable(scheduler);
        scheduler.ScheduleTellOnce(delay, receiver, message, sender, cancelable);
        return cancelable;
    }

    public static ICancelable ScheduleTellRepeatedlyCancelable(this IScheduler scheduler, int initialMillisecondsDelay, int millisecondsInterval, ICanTell receiver, object message, IActorRef sender) =>
        scheduler.ScheduleTellRepeatedlyCancelable(Ms(initialMillisecondsDelay), Ms(millisecondsInterval), receiver, message, sender);

    public static ICancelable ScheduleTellRepeatedlyCancelable(this IScheduler scheduler, TimeSpan initialDelay, TimeSpan interval, ICanTell receiver, object message, IActorRef sender)
    {
        var cancelable = new Cancelable(scheduler);
        scheduler.ScheduleTellRepeatedly(initialDelay, interval, receiver, message, sender, cancelable);
        return cancelable;
    }

    public static void ScheduleOnce(this IActionScheduler scheduler, int millisecondsDelay, Action action, ICancelable cancelable = null) =>
        scheduler.ScheduleOnce(Ms(millisecondsDelay), action, cancelable);

    public static void ScheduleRepeatedly(this IActionScheduler scheduler, int initialMillisecondsDelay, int millisecondsInterval, Action action, ICancelable cancelable = null) =>
        scheduler.ScheduleRepeatedly(Ms(initialMillisecondsDelay), Ms(millisecondsInterval), action, cancelable);

    public static ICancelable ScheduleOnceCancelable(this IActionScheduler scheduler, int millisecondsDelay, Action action) =>
        scheduler.ScheduleOnceCancelable(Ms(millisecondsDelay), action);

    public static ICancelable ScheduleOnceCancelable(this IActionScheduler scheduler, TimeSpan delay, Action action)
    {
        var cancelable = new Cancelable(scheduler);
        scheduler.ScheduleOnce(delay, action, cancelable);
        return cancelable;
    }

    public static ICancelable ScheduleRepeatedlyCancelable(this IActionScheduler scheduler, int initialMillisecondsDelay, int millisecondsInterval, Action action) =>
        scheduler.ScheduleRepeatedlyCancelable(Ms(initialMillisecondsDelay), Ms(millisecondsInterval), action);

    public static ICancelable ScheduleRepeatedlyCancelable(this IActionScheduler scheduler, TimeSpan initialDelay, TimeSpan interval, Action action)
    {
        var cancelable = new Cancelable(scheduler);
        scheduler.ScheduleRepeatedly(initialDelay, interval, action, cancelable);
        return cancelable;
    }

    private static TimeSpan Ms(int milliseconds) => TimeSpan.FromMilliseconds(milliseconds);
}
