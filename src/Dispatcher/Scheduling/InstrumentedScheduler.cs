using Akka.Actor;
using Akka.Actor.Scheduler;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>
/// A scheduler that keeps the trace of scheduled messages. A message that was scheduled inside a recorded span begins its own trace, with a link to
/// that span. A rule may say otherwise (<see cref="AkkaSpanRelation"/>). A message that was scheduled in a trace that is not sampled stays in that
/// trace. Use the class as <c>akka.scheduler.implementation</c>.
/// <c>akka.scheduler.inner</c> names the inner scheduler that does the work. Default: Akka's default scheduler. The inner scheduler decides about
/// messages, times, threads and cancellation. Delegates, and messages that are scheduled outside of a trace, pass unchanged. A message inside a trace
/// takes about 150 more bytes until it is sent.
/// </summary>
internal sealed class InstrumentedScheduler : SchedulerBase, ITracedScheduler, IDisposable
{
    private const string InnerKey = "akka.scheduler.inner";

    private readonly IScheduler _inner;
    private volatile bool _started;

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

    // Akka's scheduler starts its thread at the first call, and that thread keeps the caller's context, for example an activity, for ever. Of two
    // threads that call at once, each waits until it has started.
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
        Started.ScheduleTellOnce(delay, Linked(receiver), message, sender, cancelable);

    /// <inheritdoc />
    protected override void InternalScheduleTellRepeatedly(TimeSpan initialDelay, TimeSpan interval,
        ICanTell receiver, object message, IActorRef sender, ICancelable cancelable) =>
        Started.ScheduleTellRepeatedly(initialDelay, interval, Linked(receiver), message, sender, cancelable);

    /// <inheritdoc />
    protected override void InternalScheduleOnce(TimeSpan delay, Action action, ICancelable cancelable) =>
        Started.Advanced.ScheduleOnce(delay, action, cancelable);

    /// <inheritdoc />
    protected override void InternalScheduleOnce(TimeSpan delay, IRunnable action, ICancelable cancelable) =>
        Started.Advanced.ScheduleOnce(delay, action, cancelable);

    /// <inheritdoc />
    protected override void InternalScheduleRepeatedly(TimeSpan initialDelay, TimeSpan interval, Action action, ICancelable cancelable) =>
        Started.Advanced.ScheduleRepeatedly(initialDelay, interval, action, cancelable);

    /// <inheritdoc />
    protected override void InternalScheduleRepeatedly(TimeSpan initialDelay, TimeSpan interval, IRunnable action, ICancelable cancelable) =>
        Started.Advanced.ScheduleRepeatedly(initialDelay, interval, action, cancelable);

    // Only an actor's mailbox uses the type of the sender. For other receivers, the scheduler's own type makes no difference.
    private static ICanTell Linked(ICanTell receiver) =>
        receiver is ActorRefWithCell or ITracedReceiver && AkkaTelemetry.Source.HasListeners() && ScheduledContext.Here is { } scheduledIn
            ? new LinkedReceiver(receiver, scheduledIn)
            : receiver;

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

/// <summary>The receiver of one scheduled message, as the inner scheduler knows it, with the trace in which the message was scheduled.</summary>
internal sealed class LinkedReceiver(ICanTell target, ScheduledContext trace) : ICanTell
{
    // A scheduler wraps a message for a reference with a cell, and does not see that this is one.
    public void Tell(object message, IActorRef sender) =>
        trace.Tell(target, target is ActorRefWithCell ? new ScheduledMessage(message) : message, sender);

    /// <summary>For the scheduler's line about a receiver that throws.</summary>
    public override string? ToString() => target.ToString();
}

/// <summary>
/// Akka's own wrapper of scheduled messages is internal. By this interface, cells, routers and the check of serialized messages recognize both.
/// </summary>
internal sealed class ScheduledMessage(object message) : IScheduledTellMsg
{
    public object Message => message;
}
