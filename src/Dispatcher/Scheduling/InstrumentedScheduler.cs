using Akka.Actor;
using Akka.Actor.Scheduler;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>
/// A scheduler that keeps the trace of scheduled messages. A message that was scheduled inside a recorded span begins its own trace, with a link to
/// that span. A rule may say otherwise (<see cref="AkkaSpanRelation"/>). A message that was scheduled in a trace that is not sampled stays in that
/// trace. Use the class as <c>akka.scheduler.implementation</c>. <c>akka.scheduler.inner</c> names the inner scheduler that does the work; the
/// default is Akka's default scheduler. The inner scheduler decides about messages, times, threads and cancellation. Each scheduled message takes
/// about 150 more bytes until it is sent.
/// </summary>
internal sealed class InstrumentedScheduler : SchedulerBase, ITracedScheduler, IDisposable
{
    private const string InnerKey = "akka.scheduler.inner";

    private readonly IScheduler _inner;
    private volatile bool _started;
    private volatile ISchedulerWatch? _watch;

    /// <summary>Called by Akka when an actor system starts.</summary>
    /// <param name="scheduler">The system's configuration.</param>
    /// <param name="log">The log to which the inner scheduler writes exceptions of its tasks.</param>
    /// <exception cref="ConfigurationException"><c>akka.scheduler.inner</c> names no scheduler.</exception>
    public InstrumentedScheduler(Config scheduler, ILoggingAdapter log)
        : base(scheduler, log)
    {
        _inner = Inner(scheduler, log);
    }

    /// <inheritdoc />
    public override TimeSpan MonotonicClock => _inner.MonotonicClock;

    /// <inheritdoc />
    public override TimeSpan HighResMonotonicClock => _inner.HighResMonotonicClock;

    /// <inheritdoc />
    protected override DateTimeOffset TimeNow => _inner.Now;

    /// <summary>Sees what is scheduled; null for a system that is not watched, and while the system starts.</summary>
    public ISchedulerWatch? Watch
    {
        get => _watch;
        set => _watch = value;
    }

    // Akka's scheduler starts its thread at the first call, and that thread keeps the caller's context, for example an activity, for ever. If two
    // threads call at once, both wait until the thread has started.
    private IScheduler Started
    {
        get
        {
            if (!_started)
            {
                SchedulerStart.OutsideOfActivities(_inner);
                _started = true;
            }

            return _inner;
        }
    }

    /// <summary>Called by Akka when the actor system has ended.</summary>
    public void Dispose() => (_inner as IDisposable)?.Dispose();

    /// <inheritdoc />
    protected override void InternalScheduleTellOnce(TimeSpan delay, ICanTell receiver, object message, IActorRef sender, ICancelable cancelable) =>
        Started.ScheduleTellOnce(delay, Around(receiver, delay, TimeSpan.Zero, cancelable), message, sender, cancelable);

    /// <inheritdoc />
    protected override void InternalScheduleTellRepeatedly(TimeSpan initialDelay, TimeSpan interval,
        ICanTell receiver, object message, IActorRef sender, ICancelable cancelable) =>
        Started.ScheduleTellRepeatedly(initialDelay, interval, Around(receiver, initialDelay, interval, cancelable), message, sender, cancelable);

    /// <inheritdoc />
    protected override void InternalScheduleOnce(TimeSpan delay, Action action, ICancelable cancelable) =>
        Started.Advanced.ScheduleOnce(delay, new WatchedTask(this, action), cancelable);

    /// <inheritdoc />
    protected override void InternalScheduleOnce(TimeSpan delay, IRunnable action, ICancelable cancelable) =>
        Started.Advanced.ScheduleOnce(delay, new WatchedTask(this, action), cancelable);

    /// <inheritdoc />
    protected override void InternalScheduleRepeatedly(TimeSpan initialDelay, TimeSpan interval, Action action, ICancelable cancelable) =>
        Started.Advanced.ScheduleRepeatedly(initialDelay, interval, new WatchedTask(this, action), cancelable);

    /// <inheritdoc />
    protected override void InternalScheduleRepeatedly(TimeSpan initialDelay, TimeSpan interval, IRunnable action, ICancelable cancelable) =>
        Started.Advanced.ScheduleRepeatedly(initialDelay, interval, new WatchedTask(this, action), cancelable);

    // Only an actor's mailbox uses the type of the sender. For other receivers, the scheduler's own type makes no difference.
    private ICanTell Around(ICanTell receiver, TimeSpan delay, TimeSpan interval, ICancelable? cancelable)
    {
        var scheduledIn = receiver is ActorRefWithCell or ITracedReceiver && AkkaTelemetry.Source.HasListeners() ? ScheduledContext.Here : null;
        var watched = receiver is ActorRefWithCell actor ? Watch?.Scheduled(actor, delay, interval, cancelable) : null;
        return scheduledIn is null && watched is null ? receiver : new LinkedReceiver(receiver, scheduledIn, watched);
    }

    private static IScheduler Inner(Config config, ILoggingAdapter log)
    {
        if (config.GetString(InnerKey) is not { } name)
        {
            return new HashedWheelTimerScheduler(config, log);
        }

        // Akka makes its scheduler with the same constructor.
        return NamedTypes.Find(name) is { IsAbstract: false } type
            && typeof(IScheduler).IsAssignableFrom(type) && type != typeof(InstrumentedScheduler)
            && type.GetConstructor([typeof(Config), typeof(ILoggingAdapter)]) is { } constructor
            ? (IScheduler)constructor.Invoke([config, log])
            : throw new ConfigurationException(
                $"{InnerKey} = {name}, allowed is the type of a scheduler with a public constructor (Config, ILoggingAdapter), with its assembly");
    }
}

/// <summary>
/// The receiver of one scheduled message, as the inner scheduler knows it. It has the trace in which the message was scheduled and the watcher of the
/// message; one of the two may be null.
/// </summary>
internal sealed class LinkedReceiver(ICanTell target, ScheduledContext? trace, IScheduledMessage? watched) : ICanTell
{
    public void Tell(object message, IActorRef sender)
    {
        watched?.Sends();

        // A scheduler wraps a message if the reference has a cell, and it does not see that this receiver stands for one.
        var sent = target is ActorRefWithCell ? new ScheduledMessage(message) : message;
        if (trace is null)
        {
            target.Tell(sent, sender);
        }
        else
        {
            trace.Tell(target, sent, sender);
        }
    }

    /// <summary>For the scheduler's line about a receiver that throws.</summary>
    public override string? ToString() => target.ToString();
}

/// <summary>
/// A wrapper of scheduled messages, because Akka's own wrapper is internal. Cells, routers and the check of serialized messages recognize both
/// wrappers by this interface.
/// </summary>
internal sealed class ScheduledMessage(object message) : IScheduledTellMsg
{
    public object Message => message;
}

/// <summary>A scheduled delegate. It runs on the scheduler's thread.</summary>
internal sealed class WatchedTask(InstrumentedScheduler scheduler, object task) : IRunnable
{
    public void Run() => Execute();

    public void Execute()
    {
        var watch = scheduler.Watch;
        watch?.Begins(task);
        try
        {
            if (task is Action action)
            {
                action();
            }
            else
            {
                ((IRunnable)task).Run();
            }
        }
        finally
        {
            watch?.Ends();
        }
    }

    /// <summary>For the scheduler's line about a task that throws.</summary>
    public override string? ToString() => task.ToString();
}

/// <summary>Sees what the scheduler of one actor system does. The assembly above makes it. Never throws.</summary>
internal interface ISchedulerWatch
{
    /// <summary>A message is scheduled for an actor. Returns null if it is not watched. Any thread.</summary>
    /// <param name="receiver">The receiver.</param>
    /// <param name="delay">The time until it is due.</param>
    /// <param name="interval">The interval of a repeated message; zero for a single message.</param>
    /// <param name="cancelable">Cancels it; null for nothing.</param>
    IScheduledMessage? Scheduled(ActorRefWithCell receiver, TimeSpan delay, TimeSpan interval, ICancelable? cancelable);

    /// <summary>A delegate begins. The scheduler's thread.</summary>
    /// <param name="task">An <see cref="Action"/> or an <see cref="IRunnable"/>.</param>
    void Begins(object task);

    /// <summary>The delegate has ended.</summary>
    void Ends();
}

/// <summary>A scheduled message that is watched.</summary>
internal interface IScheduledMessage
{
    /// <summary>The message is sent now. The scheduler's thread. Never throws.</summary>
    void Sends();
}
