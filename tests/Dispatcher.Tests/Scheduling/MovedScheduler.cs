namespace AkkaInstrumentation.Tests.Scheduling;

/// <summary>A scheduler whose clock stands still until a test moves it, and that sends only when the test says so.</summary>
internal sealed class MovedScheduler : SchedulerBase
{
    // A system makes its scheduler on the thread that creates the system.
    [ThreadStatic]
    private static MovedScheduler? t_latest;

    private readonly object _lock = new();
    private readonly List<Waiting> _waiting = [];
    private TimeSpan _now;

    public MovedScheduler(Config scheduler, ILoggingAdapter log)
        : base(scheduler, log) => t_latest = this;

    public override TimeSpan MonotonicClock => _now;

    public override TimeSpan HighResMonotonicClock => _now;

    protected override DateTimeOffset TimeNow => DateTimeOffset.UnixEpoch + _now;

    /// <summary>A system with such a scheduler inside the instrumented one.</summary>
    public static TestSystem System(out MovedScheduler scheduler, string hocon = "")
    {
        var system = Systems.Instrumented($"""
            {InstrumentedSchedulerSpec.Scheduler}
            akka.scheduler.inner = "{typeof(MovedScheduler).AssemblyQualifiedName}"
            {hocon}
            """);
        scheduler = t_latest!;
        return system;
    }

    /// <summary>Time passes, and nothing is sent.</summary>
    public void Move(TimeSpan by) => _now += by;

    /// <summary>What is due now is run on this thread.</summary>
    public void Run()
    {
        List<Waiting> due;
        lock (_lock)
        {
            due = _waiting.FindAll(one => one.Due <= _now);
            _waiting.RemoveAll(due.Contains);
            _waiting.AddRange(due.Where(one => one.Interval > TimeSpan.Zero).Select(one => one with { Due = _now + one.Interval }));
        }

        foreach (var one in due.Where(one => one.Cancelable?.IsCancellationRequested != true))
        {
            one.Does();
        }
    }

    protected override void InternalScheduleTellOnce(TimeSpan delay, ICanTell receiver, object message, IActorRef sender, ICancelable cancelable) =>
        Add(delay, TimeSpan.Zero, () => receiver.Tell(message, sender), cancelable);

    protected override void InternalScheduleTellRepeatedly(
        TimeSpan initialDelay, TimeSpan interval, ICanTell receiver, object message, IActorRef sender, ICancelable cancelable) =>
        Add(initialDelay, interval, () => receiver.Tell(message, sender), cancelable);

    protected override void InternalScheduleOnce(TimeSpan delay, Action action, ICancelable cancelable) =>
        Add(delay, TimeSpan.Zero, action, cancelable);

    protected override void InternalScheduleOnce(TimeSpan delay, IRunnable action, ICancelable cancelable) =>
        Add(delay, TimeSpan.Zero, action.Run, cancelable);

    protected override void InternalScheduleRepeatedly(TimeSpan initialDelay, TimeSpan interval, Action action, ICancelable cancelable) =>
        Add(initialDelay, interval, action, cancelable);

    protected override void InternalScheduleRepeatedly(TimeSpan initialDelay, TimeSpan interval, IRunnable action, ICancelable cancelable) =>
        Add(initialDelay, interval, action.Run, cancelable);

    private void Add(TimeSpan delay, TimeSpan interval, Action does, ICancelable? cancelable)
    {
        lock (_lock)
        {
            _waiting.Add(new(_now + delay, interval, does, cancelable));
        }
    }

    private sealed record Waiting(TimeSpan Due, TimeSpan Interval, Action Does, ICancelable? Cancelable);
}
