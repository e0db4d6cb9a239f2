namespace Akka.Actor;

/// <summary>Every start gets a generation, so that a message of a cancelled timer that is already under way is dropped.</summary>
internal sealed class TimerScheduler(ActorCell cell) : ITimerScheduler
{
    private readonly Dictionary<object, Timer> _timers = [];
    private int _generation;

    public IReadOnlyCollection<object> ActiveTimers => _timers.Keys;

    public void StartPeriodicTimer(object key, object msg, TimeSpan interval) =>
        StartPeriodicTimer(key, msg, interval, interval, ActorRefs.NoSender);

    public void StartPeriodicTimer(object key, object msg, TimeSpan interval, IActorRef sender) =>
        StartPeriodicTimer(key, msg, interval, interval, sender);

    public void StartPeriodicTimer(object key, object msg, TimeSpan initialDelay, TimeSpan interval) =>
        StartPeriodicTimer(key, msg, initialDelay, interval, ActorRefs.NoSender);

    public void StartPeriodicTimer(object key, object msg, TimeSpan initialDelay, TimeSpan interval, IActorRef sender) =>
        Start(key, msg, initialDelay, interval, sender);

    public void StartSingleTimer(object key, object msg, TimeSpan timeout) => StartSingleTimer(key, msg, timeout, ActorRefs.NoSender);

    public void StartSingleTimer(object key, object msg, TimeSpan timeout, IActorRef sender) => Start(key, msg, timeout, null, sender);

    public bool IsTimerActive(object key) => _timers.ContainsKey(key);

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

    private void Start(object key, object msg, TimeSpan delay, TimeSpan? interval, IActorRef sender)
    {
        Cancel(key);

        var message = new TimerMessage(this, key, msg, ++_generation, interval is not null);
        var scheduler = cell.System.Scheduler;
        var task = interval is { } repeated
            ? scheduler.ScheduleTellRepeatedlyCancelable(delay, repeated, cell.Self, message, sender)
            : scheduler.ScheduleTellOnceCancelable(delay, cell.Self, message, sender);
        _timers[key] = new Timer(task, _generation);
    }

    private readonly record struct Timer(ICancelable Task, int Generation);
}

/// <summary>What a timer puts in the mailbox.</summary>
internal sealed class TimerMessage(TimerScheduler owner, object key, object message, int generation, bool repeats)
    : INoSerializationVerificationNeeded, IWrappedMessage
{
    public TimerScheduler Owner { get; } = owner;

    public object Key { get; } = key;

    public object Message { get; } = message;

    public int Generation { get; } = generation;

    public bool Repeats { get; } = repeats;

    public override string ToString() => $"TimerMsg(key={Key}, generation={Generation}, owner={Owner})";
}
