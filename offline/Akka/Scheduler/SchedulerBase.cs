#nullable disable annotations // oblivious, as Akka's own signatures are: sender and cancelable may be null

using Akka.Configuration;
using Akka.Dispatch;
using Akka.Event;

namespace Akka.Actor;

/// <summary>Checks arguments and hands the work to the <c>Internal...</c> methods of a scheduler.</summary>
public abstract class SchedulerBase : IScheduler, IAdvancedScheduler
{
    protected readonly ILoggingAdapter Log;

    protected SchedulerBase(Config scheduler, ILoggingAdapter log)
    {
        Log = log;
    }

    public abstract TimeSpan MonotonicClock { get; }

    public abstract TimeSpan HighResMonotonicClock { get; }

    DateTimeOffset ITimeProvider.Now => TimeNow;

    IAdvancedScheduler IScheduler.Advanced => this;

    protected abstract DateTimeOffset TimeNow { get; }

    void ITellScheduler.ScheduleTellOnce(TimeSpan delay, ICanTell receiver, object message, IActorRef sender) =>
        InternalScheduleTellOnce(Checked(delay), receiver, message, sender, null);

    void ITellScheduler.ScheduleTellOnce(TimeSpan delay, ICanTell receiver, object message, IActorRef sender, ICancelable cancelable) =>
        InternalScheduleTellOnce(Checked(delay), receiver, message, sender, cancelable);

    void ITellScheduler.ScheduleTellRepeatedly(TimeSpan initialDelay, TimeSpan interval, ICanTell receiver, object message, IActorRef sender, ICancelable cancelable) =>
        InternalScheduleTellRepeatedly(Checked(initialDelay), CheckedInterval(interval), receiver, message, sender, cancelable);

    void IActionScheduler.ScheduleOnce(TimeSpan delay, Action action) => InternalScheduleOnce(Checked(delay), action, null);

    void IActionScheduler.ScheduleOnce(TimeSpan delay, Action action, ICancelable cancelable) =>
        InternalScheduleOnce(Checked(delay), action, cancelable);

    void IActionScheduler.ScheduleRepeatedly(TimeSpan initialDelay, TimeSpan interval, Action action, ICancelable cancelable) =>
        InternalScheduleRepeatedly(Checked(initialDelay), CheckedInterval(interval), action, cancelable);

    public void ScheduleOnce(TimeSpan delay, IRunnable action, ICancelable cancelable) =>
        InternalScheduleOnce(Checked(delay), action, cancelable);

    public void ScheduleRepeatedly(TimeSpan initialDelay, TimeSpan interval, IRunnable action, ICancelable cancelable) =>
        InternalScheduleRepeatedly(Checked(initialDelay), CheckedInterval(interval), action, cancelable);

    protected abstract void InternalScheduleTellOnce(TimeSpan delay, ICanTell receiver, object message, IActorRef sender, ICancelable cancelable);

    protected abstract void InternalScheduleTellRepeatedly(TimeSpan initialDelay, TimeSpan interval, ICanTell receiver, object message, IActorRef sender, ICancelable cancelable);

    protected abstract void InternalScheduleOnce(TimeSpan delay, Action action, ICancelable cancelable);

    protected abstract void InternalScheduleOnce(TimeSpan delay, IRunnable action, ICancelable cancelable);

    protected abstract void InternalScheduleRepeatedly(TimeSpan initialDelay, TimeSpan interval, Action action, ICancelable cancelable);

    protected abstract void InternalScheduleRepeatedly(TimeSpan initialDelay, TimeSpan interval, IRunnable action, ICancelable cancelable);

    private static TimeSpan Checked(TimeSpan delay)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(delay, TimeSpan.Zero);
        return delay;
    }

    private static TimeSpan CheckedInterval(TimeSpan interval)
    {
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(interval, TimeSpan.Zero);
        return interval;
    }
}
