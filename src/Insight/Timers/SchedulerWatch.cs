using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// The scheduled messages of one actor system: how late its scheduler sends them, and how many are pending. Akka's scheduler has one thread, on which
/// scheduled delegates also run, so the delegate that holds the thread is known. Any thread. Times are those of the scheduler's own clock, which a
/// test may move.
/// </summary>
internal sealed class SchedulerWatch : ISchedulerWatch
{
    /// <summary>The delay after its due time from which a message counts as late: many times the scheduler's tick or a pause of the
    /// process.</summary>
    public static readonly TimeSpan Late = TimeSpan.FromSeconds(1);

    private readonly AkkaInstrumentationExtension _instrumentation;
    private readonly IScheduler _scheduler;
    private readonly PendingTimers _pending = new();

    // Written by the scheduler's thread. If the scheduler has several threads, the latest delegate is seen.
    private volatile RunningDelegate? _running;

    public SchedulerWatch(AkkaInstrumentationExtension instrumentation, IScheduler scheduler) =>
        (_instrumentation, _scheduler) = (instrumentation, scheduler);

    /// <summary>The latest messages that were sent late.</summary>
    public RecentEvents<LateTimer> Latest { get; } = new();

    /// <summary>How many timers are kept, cancelled ones included. For tests.</summary>
    internal int Kept => _pending.Kept;

    /// <summary>The latest delegates that held the scheduler's thread for long.</summary>
    public RecentEvents<HeldScheduler> Held { get; } = new();

    private long Now => _scheduler.HighResMonotonicClock.Ticks;

    /// <inheritdoc />
    public IScheduledMessage? Scheduled(ActorRefWithCell receiver, TimeSpan delay, TimeSpan interval, ICancelable? cancelable)
    {
        // The clock may be that of the application's own scheduler.
        if (!_instrumentation.Metrics.IsEnabled
            || TelemetryFault.GuardValue<SchedulerWatch, long?>(TelemetryFault.Thread, this, static it => it.Now, null) is not { } now)
        {
            return null;
        }

        var due = delay.Ticks > long.MaxValue - now ? long.MaxValue : now + delay.Ticks;
        var timer = new PendingTimer(this, receiver, due, interval.Ticks, cancelable);
        _pending.Add(timer);
        return timer;
    }

    /// <inheritdoc />
    public void Begins(object task) => _running = new(task, Stopwatch.GetTimestamp());

    /// <inheritdoc />
    public void Ends()
    {
        if (_running is { } run && Stopwatch.GetTimestamp() is var now && now - run.Since >= Ticks.From(Late))
        {
            Held.Add(new(run.Name, Ticks.ToSeconds(now - run.Since)), now);
        }

        _running = null;
    }

    /// <summary>The message of a timer is sent. The scheduler's thread. Never throws, although a listener to the metric may.</summary>
    public void Due(PendingTimer timer) =>
        TelemetryFault.Guard(TelemetryFault.Listener, (Watch: this, timer), static it => it.Watch.DueCore(it.timer));

    /// <summary>How many messages are pending, by the type of their receivers.</summary>
    public IEnumerable<(ActorTypeInfo Type, int Count)> Pending() => _pending.Read()
        .Select(timer => TypeOf(timer.Receiver))
        .OfType<ActorTypeInfo>()
        .GroupBy(type => type)
        .Select(type => (type.Key, type.Count()));

    /// <summary>How many messages for one actor are pending.</summary>
    public int PendingOf(IActorRef receiver) => _pending.Read().Count(timer => timer.Receiver.Equals(receiver));

    /// <summary>The present state of the scheduler, for an operator.</summary>
    /// <param name="now"><see cref="Stopwatch"/> ticks.</param>
    public SchedulerLook Look(long now)
    {
        var (clock, running) = (Now, _running);
        var overdue = _pending.Read()
            .Where(timer => clock - timer.Due >= Late.Ticks)
            .Select(timer => (Type: TypeOf(timer.Receiver)?.Name, timer.Receiver.Path, timer.Due))
            .Where(timer => timer.Type is not null)
            .GroupBy(timer => timer.Type!)
            .Select(type => new OverdueTimers(type.Key, ActorTypeNames.PathOf(type.MinBy(timer => timer.Due).Path), type.Count(),
                TimeSpan.FromTicks(clock - type.Min(timer => timer.Due)).TotalSeconds));
        return new(
            [.. overdue],
            Latest.Frequent(now - Ticks.Minute, 1, one => one.ActorType, now).Worst,
            running is not null && now - running.Since >= Ticks.From(Late) ? new(running.Name, Ticks.ToSeconds(now - running.Since))
                : Held.Frequent(now - Ticks.Minute, 1, one => one.Delegate, now).Worst is [{ Latest: var held }, ..] ? held : null);
    }

    private void DueCore(PendingTimer timer)
    {
        var (now, due) = (Now, timer.Due);
        if (timer.Interval > 0)
        {
            // As in Akka's scheduler, the next message is due one interval after this one was sent, late or not.
            timer.Due = now + timer.Interval;
        }
        else
        {
            _pending.Remove(timer);
        }

        var late = TimeSpan.FromTicks(Math.Max(0, now - due));
        if (TypeOf(timer.Receiver) is not { } type)
        {
            return;
        }

        TimerInstruments.Lateness.Record(late.TotalSeconds, type.Tags);
        if (late >= Late)
        {
            Latest.Add(new(type.Name, timer.Receiver.Path, late.TotalSeconds), Stopwatch.GetTimestamp());
        }
    }

    // Null for an actor that is not instrumented, and for a top-level one that has not started yet.
    private static ActorTypeInfo? TypeOf(ActorRefWithCell receiver) =>
        receiver.Underlying is ActorCell { Mailbox.MessageQueue: IObservedQueue { Observed.ActorType: { } type } } ? type : null;

    private sealed record RunningDelegate(object Task, long Since)
    {
        public string Name => DelegateNames.Of(Task);
    }
}

/// <summary>The state of a scheduler, for an operator.</summary>
/// <param name="Overdue">Messages that are due and were not sent, by actor type.</param>
/// <param name="Late">Messages of the last minute that were sent late.</param>
/// <param name="Holder">The delegate that holds the scheduler's thread, or that has held it within a minute; null for none.</param>
internal sealed record SchedulerLook(IReadOnlyList<OverdueTimers> Overdue, IReadOnlyList<Repeated<LateTimer>> Late, HeldScheduler? Holder)
{
    /// <summary>Nothing is late.</summary>
    public static SchedulerLook None { get; } = new([], [], null);
}

/// <summary>Messages to actors of a type that are due and were not sent.</summary>
/// <param name="ActorType">Readable name of the type.</param>
/// <param name="Path">The path of the actor that has waited longest.</param>
/// <param name="Count">How many there are.</param>
/// <param name="Seconds">How late the first of them is.</param>
internal sealed record OverdueTimers(string ActorType, string Path, int Count, double Seconds);

/// <summary>A scheduled message was sent late.</summary>
/// <param name="ActorType">Readable name of the receiver's type.</param>
/// <param name="Path">The receiver's path.</param>
/// <param name="Seconds">How late.</param>
internal readonly record struct LateTimer(string ActorType, ActorPath Path, double Seconds) : IRecentEvent<LateTimer>
{
    public EventKey Key => new(ActorType, "");

    public LateTimer Fold(string owner) => this with { ActorType = owner };
}

/// <summary>A scheduled delegate held the scheduler's thread.</summary>
/// <param name="Delegate">Name of its method.</param>
/// <param name="Seconds">For how long.</param>
internal readonly record struct HeldScheduler(string Delegate, double Seconds) : IRecentEvent<HeldScheduler>
{
    public EventKey Key => new(Delegate, "");

    public HeldScheduler Fold(string owner) => this with { Delegate = owner };
}
