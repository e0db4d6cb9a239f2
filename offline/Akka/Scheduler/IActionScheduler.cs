#nullable disable annotations // oblivious, as Akka's own signatures are: cancelable may be null

namespace Akka.Actor;

/// <summary>Runs a delegate later, on the scheduler's thread.</summary>
public interface IActionScheduler : IRunnableScheduler
{
    void ScheduleOnce(TimeSpan delay, Action action, ICancelable cancelable);

    void ScheduleOnce(TimeSpan delay, Action action);

    void ScheduleRepeatedly(TimeSpan initialDelay, TimeSpan interval, Action action, ICancelable cancelable);
}
