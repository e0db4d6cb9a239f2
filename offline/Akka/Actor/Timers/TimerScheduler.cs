namespace Akka.Actor;

/// <summary>Every start gets a generation, so that a message of a cancelled timer that is already under way is dropped.</summary>
internal sealed class TimerScheduler(ActorCell cell) : ITimerScheduler
{
    private readonly Dictionary<object, Timer> _timers = [];
    private int _generation;

    public void StartPeriodicTimer(object key, object msg, TimeSpan interval) => Start(key, msg, interval, interval);

    public void StartPeriodicTimer(object key, object msg, TimeSpan initialDelay, TimeSpan interval) => Start(key, msg, initialDelay, interval);

    public void StartSingleTimer(object key, object msg, TimeSpan timeout) => Start(key, msg, timeout, null);

    public void Cancel(object key)
    {
        if (_timers.Remove(key, out var timer))
        {
            timer.Task.Cancel();
        }
    }

    public void CancelAll()
    {
        foreach (var timer in _timers.Values)
        {
            timer.Task.Cancel();
        }

        _timers.Clear();
    }

    /// <summary>False when the message's timer has been cancelled or restarted since.</summary>
    public bool Accepts(TimerMessage message)
    {
        if (!ReferenceEquals(message.Owner, this)
            || !_timers.TryGetValue(message.Key, out var timer)
            || timer.Generation != message.Generation)
        {
            return false;
        }

        if (!message.Repeats)
        {
            _timers.Remove(message.Key);
        }

        return true;
    }

    private void Start(object key, object msg, TimeSpan delay, TimeSpan? interval)
    {
        Cancel(key);

        var message = new TimerMessage(this, key, msg, ++_generation, interval is not null);
        var scheduler = cell.System.Scheduler;
        var task = interval is { } repeated
            ? scheduler.ScheduleTellRepeatedlyCancelable(delay, repeated, cell.Self, message, ActorRefs.NoSender)
            : scheduler.ScheduleTellOnceCancelable(delay, cell.Self, message, ActorRefs.NoSender);
        _timers[key] = new Timer(task, _generation);
    }

    private readonly record struct Timer(ICancelable Task, int Generation);
}

/// <summary>What a timer puts in the mailbox.</summary>
internal sealed class TimerMessage(TimerScheduler owner, object key, object message, int generation, bool repeats)
    : IWrappedMessage
{
    public TimerScheduler Owner { get; } = owner;

    public object Key { get; } = key;

    public object Message { get; } = message;

    public int Generation { get; } = generation;

    public bool Repeats { get; } = repeats;

    public override string ToString() => $"{Message} of the timer {Key}";
}
