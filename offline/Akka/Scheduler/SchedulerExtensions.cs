namespace Akka.Actor;

/// <summary>Scheduling that returns its cancelable.</summary>
public static class SchedulerExtensions
{
    public static ICancelable ScheduleTellOnceCancelable(this IScheduler scheduler, TimeSpan delay, ICanTell receiver, object message, IActorRef sender)
    {
        var cancelable = new Cancelable(scheduler);
        scheduler.ScheduleTellOnce(delay, receiver, message, sender, cancelable);
        return cancelable;
    }

    public static ICancelable ScheduleTellRepeatedlyCancelable(this IScheduler scheduler, TimeSpan initialDelay, TimeSpan interval, ICanTell receiver, object message, IActorRef sender)
    {
        var cancelable = new Cancelable(scheduler);
        scheduler.ScheduleTellRepeatedly(initialDelay, interval, receiver, message, sender, cancelable);
        return cancelable;
    }
}
