#nullable disable annotations // oblivious, as Akka's own signatures are: cancelable may be null

using Akka.Dispatch;

namespace Akka.Actor;

/// <summary>Runs an <see cref="IRunnable"/> later, on the scheduler's thread.</summary>
public interface IRunnableScheduler
{
    void ScheduleOnce(TimeSpan delay, IRunnable action, ICancelable cancelable);

    void ScheduleRepeatedly(TimeSpan initialDelay, TimeSpan interval, IRunnable action, ICancelable cancelable);
}
