namespace Akka.Actor;

/// <summary>An actor whose timers its cell sets and stops.</summary>
public interface IWithTimers
{
    ITimerScheduler Timers { get; set; }
}

/// <summary>Timers by key that never outlive the actor; starting one replaces the one of the same key.</summary>
public interface ITimerScheduler
{
    void StartPeriodicTimer(object key, object msg, TimeSpan interval);

    void StartPeriodicTimer(object key, object msg, TimeSpan initialDelay, TimeSpan interval);

    void StartSingleTimer(object key, object msg, TimeSpan timeout);

    void Cancel(object key);

    void CancelAll();
}
