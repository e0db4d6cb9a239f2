namespace AkkaInstrumentation.Tests;

/// <summary>A scheduler that notes each call. A message to send once is sent at once, nothing else is ever run.</summary>
public sealed class NotedScheduler(Config scheduler, ILoggingAdapter log) : SchedulerBase(scheduler, log)
{
    private readonly ConcurrentQueue<bool> _calls = new();

    /// <summary>The setting that makes it a system's scheduler.</summary>
    public static string Hocon { get; } =
        $"akka.scheduler.implementation = \"{typeof(NotedScheduler).FullName}, {typeof(NotedScheduler).Assembly.GetName().Name}\"\n";

    /// <summary>For each call of a system's scheduler: whether the flow of the caller's context was suppressed.</summary>
    public static ConcurrentQueue<bool> CallsOf(ActorSystem system) => ((NotedScheduler)system.Scheduler)._calls;

    public override TimeSpan MonotonicClock => TimeSpan.Zero;

    public override TimeSpan HighResMonotonicClock => TimeSpan.Zero;

    protected override DateTimeOffset TimeNow => DateTimeOffset.UnixEpoch;

    protected override void InternalScheduleTellOnce(TimeSpan delay, ICanTell receiver, object message, IActorRef sender, ICancelable cancelable)
    {
        Note();
        receiver.Tell(message, sender);
    }

    protected override void InternalScheduleTellRepeatedly(
        TimeSpan initialDelay, TimeSpan interval, ICanTell receiver, object message, IActorRef sender, ICancelable cancelable) => Note();

    protected override void InternalScheduleOnce(TimeSpan delay, Action action, ICancelable cancelable) => Note();

    protected override void InternalScheduleOnce(TimeSpan delay, IRunnable action, ICancelable cancelable) => Note();

    protected override void InternalScheduleRepeatedly(TimeSpan initialDelay, TimeSpan interval, Action action, ICancelable cancelable) => Note();

    protected override void InternalScheduleRepeatedly(TimeSpan initialDelay, TimeSpan interval, IRunnable action, ICancelable cancelable) => Note();

    private void Note() => _calls.Enqueue(ExecutionContext.IsFlowSuppressed());
}
