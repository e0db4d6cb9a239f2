#nullable disable annotations // oblivious, as Akka's own signatures are: sender and cancelable may be null

using Akka.Configuration;
using Akka.Dispatch;
using Akka.Event;

namespace Akka.Actor;

/// <summary>Checks arguments and hands the work to the <c>Internal...</c> methods of a scheduler.</summary>
public abstract class SchedulerBase : IScheduler, IAdvancedScheduler
{
    protected readonly Config SchedulerConfig;
    protected readonly ILoggingAdapter Log;

    protected SchedulerBase(Config scheduler, ILoggingAdapter log)
    {
        SchedulerConfig = scheduler;
        Log = log;
    }

    public abstract TimeSpan MonotonicClock { get; }

    public abstract TimeSpan HighResMonotonicClock { get; }

    DateTimeOffset ITimeProvider.Now => TimeNow;

    IAdvancedScheduler IScheduler.Advanced => this;

    protected abstract DateTimeOffset TimeNow { get; }

    void ITellScheduler.ScheduleTellOnce(TimeSpan delay, ICanTell receiver, object message, IActorRef sender) =>
        TellOnce(delay, receiver, message, sender, null);

    void ITellScheduler.ScheduleTellOnce(TimeSpan delay, ICanTell receiver, object message, IActorRef sender, ICancelable cancelable) =>
        TellOnce(delay, receiver, message, sender, cancelable);

    void ITellScheduler.ScheduleTellRepeatedly(TimeSpan initialDelay, TimeSpan interval, ICanTell receiver, object message, IActorRef sender) =>
        TellRepeatedly(initialDelay, interval, receiver, message, sender, null);

    void ITellScheduler.ScheduleTellRepeatedly(TimeSpan initialDelay, TimeSpan interval, ICanTell receiver, object message, IActorRef sender, ICancelable cancelable) =>
        TellRepeatedly(initialDelay, interval, receiver, message, sender, cancelable);

    void IActionScheduler.ScheduleOnce(TimeSpan delay, Action action) => Once(delay, action, null);

    void IActionScheduler.ScheduleOnce(TimeSpan delay, Action action, ICancelable cancelable) => Once(delay, action, cancelable);

    void IActionScheduler.ScheduleRepeatedly(TimeSpan initialDelay, TimeSpan interval, Action action) =>
        Repeatedly(initialDelay, interval, action, null);

    void IActionScheduler.ScheduleRepeatedly(TimeSpan initialDelay, TimeSpan interval, Action action, ICancelable cancelable) =>
        Repeatedly(initialDelay, interval, action, cancelable);

    public void ScheduleOnce(TimeSpan delay, IRunnable action) => ScheduleOnce(delay, action, null);

    public void ScheduleOnce(TimeSpan delay, IRunnable action, ICancelable cancelable)
    {
        ValidateDelay(delay, nameof(delay));
        InternalScheduleOnce(delay, action, cancelable);
    }

    public void ScheduleRepeatedly(TimeSpan initialDelay, TimeSpan interval, IRunnable action) =>
        ScheduleRepeatedly(initialDelay, interval, action, null);

    public void ScheduleRepeatedly(TimeSpan initialDelay, TimeSpan interval, IRunnable action, ICancelable cancelable)
    {
        ValidateInterval(interval, nameof(interval));
        ValidateDelay(initialDelay, nameof(initialDelay));
        InternalScheduleRepeatedly(initialDelay, interval, action, cancelable);
    }

    protected abstract void InternalScheduleTellOnce(TimeSpan delay, ICanTell receiver, object message, IActorRef sender, ICancelable cancelable);

    protected abstract void InternalScheduleTellRepeatedly(TimeSpan initialDelay, TimeSpan interval, ICanTell receiver, object message, IActorRef sender, ICancelable cancelable);

    protected abstract void InternalScheduleOnce(TimeSpan delay, Action action, ICancelable cancelable);

    protected abstract void InternalScheduleOnce(TimeSpan delay, IRunnable action, ICancelable cancelable);

    protected abstract void InternalScheduleRepeatedly(TimeSpan initialDelay, TimeSpan interval, Action action, ICancelable cancelable);

    protected abstract void InternalScheduleRepeatedly(TimeSpan initialDelay, TimeSpan interval, IRunnable action, ICancelable cancelable);

    protected static void ValidateInterval(TimeSpan interval, string parameterName)
    {
        if (interval <= TimeSpan.Zero)
            throw new ArgumentOutOfRangeException(parameterName, $"Interval must be >0. It was {interval}");
    }

    protected static void ValidateDelay(TimeSpan delay, string parameterName)
    {
        if (delay < TimeSpan.Zero)
            throw new ArgumentOutOfRangeException(parameterName, $"Delay must be >=0. It was {delay}");
    }

    private void TellOnce(TimeSpan delay, ICanTell receiver, object message, IActorRef sender, ICancelable cancelable)
    {
        ValidateDelay(delay, nameof(delay));
        InternalScheduleTellOnce(delay, receiver, message, sender, cancelable);
    }

    private void TellRepeatedly(TimeSpan initialDelay, TimeSpan interval, ICanTell receiver, object message, IActorRef sender, ICancelable cancelable)
    {
        ValidateDelay(initialDelay, nameof(initialDelay));
        ValidateInterval(interval, nameof(interval));
        InternalScheduleTellRepeatedly(initialDelay, interval, receiver, message, sender, cancelable);
    }

    private void Once(TimeSpan delay, Action action, ICancelable cancelable)
    {
        ValidateDelay(delay, nameof(delay));
        InternalScheduleOnce(delay, action, cancelable);
    }

    private void Repeatedly(TimeSpan initialDelay, TimeSpan interval, Action action, ICancelable cancelable)
    {
        ValidateDelay(initialDelay, nameof(initialDelay));
        ValidateInterval(interval, nameof(interval));
        InternalScheduleRepeatedly(initialDelay, interval, action, cancelable);
    }
}
