namespace Akka.Actor;

/// <summary>An actor whose timers its cell sets and stops.</summary>
public interface IWithTimers
{
    ITimerScheduler Timers { get; set; }
}

/// <summary>Timers by key that never outlive the actor; starting one replaces the one of the same key.</summary>
public interface ITimerScheduler
{
    IReadOnlyCollection<object> ActiveTimers { get; }

    void StartPeriodicTimer(object key, object msg, TimeSpan interval);

    void StartPeriodicTimer(object key, object msg, TimeSpan interval, IActorRef sender);

    void StartPeriodicTimer(object key, object msg, TimeSpan initialDelay, TimeSpan interval);

    void StartPeriodicTimer(object key, object msg, TimeSpan initialDelay, TimeSpan interval, IActorRef sender);

    void StartSingleTimer(object key, object msg, TimeSpan timeout);

    void StartSingleTimer(object key, object msg, TimeSpan timeout, IActorRef sender);

    bool IsTimerActive(object key);

    void Cancel(object key);

    void CancelAll();
}
