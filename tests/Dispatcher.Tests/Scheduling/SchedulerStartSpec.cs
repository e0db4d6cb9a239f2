using System.Collections.Concurrent;
using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Event;

namespace AkkaInstrumentation.Tests.Scheduling;

/// <summary>
/// The clock of Akka's scheduler ticks a hundred times a second. It is started only for systems whose spans somebody listens to, and outside of everything
/// that flows (<see cref="FirstCallerSpec"/>).
/// </summary>
[Collection(Alone.Name)]
public class SchedulerStartSpec
{
    [Fact]
    public async Task A_system_that_is_only_measured_does_not_start_its_scheduler()
    {
        Assert.False(AkkaTelemetry.Source.HasListeners());
        using var metrics = Unheeding.Metrics();
        await using var system = Start(out var calls);

        await HandleOne(system);

        Assert.Empty(calls);
    }

    [Fact]
    public async Task The_first_run_that_somebody_traces_starts_it_once()
    {
        await using var system = Start(out var calls);
        await HandleOne(system);
        Assert.Empty(calls);

        using var spans = Unheeding.Spans(System.Diagnostics.ActivitySamplingResult.AllDataAndRecorded);
        await HandleOne(system);
        await HandleOne(system);

        Assert.True(Assert.Single(calls), "the scheduler must not keep what flows");
    }

    [Fact]
    public async Task A_system_that_starts_while_somebody_listens_starts_it_at_once()
    {
        using var spans = Unheeding.Spans(System.Diagnostics.ActivitySamplingResult.AllDataAndRecorded);
        await using var system = Start(out var calls);

        _ = AkkaInstrumentationExtension.For(system.System);

        Assert.True(Assert.Single(calls));
    }

    [Fact]
    public async Task Whoever_begins_to_listen_can_start_the_schedulers_of_all_systems_before_any_message()
    {
        await using var one = Start(out var callsOfOne);
        await using var other = Start(out var callsOfOther);

        Parallel.For(0, 8, _ => SchedulerStart.OfAllSystems());

        Assert.True(Assert.Single(callsOfOne));
        Assert.True(Assert.Single(callsOfOther));
    }

    [Fact]
    public async Task A_system_whose_tracing_is_off_does_not_start_it()
    {
        using var spans = Unheeding.Spans(System.Diagnostics.ActivitySamplingResult.AllDataAndRecorded);
        await using var system = Start(out var calls, "akka.instrumentation.tracing.enabled = off");

        await HandleOne(system);

        Assert.Empty(calls);
    }

    // For each call: whether the flow of the caller's context was suppressed.
    private static TestSystem Start(out ConcurrentQueue<bool> calls, string hocon = "")
    {
        var system = Systems.Instrumented(
            $$"""
            akka.scheduler.implementation = "{{typeof(NotedScheduler).FullName}}, {{typeof(NotedScheduler).Assembly.GetName().Name}}"
            {{hocon}}
            """);
        calls = ((NotedScheduler)system.System.Scheduler).Calls;
        return system;
    }

    private static async Task HandleOne(TestSystem system)
    {
        var handled = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        system.System.ActorOf(Props.Create(() => new Handling())).Tell(handled, ActorRefs.NoSender);
        await Eventually.Within(handled.Task);
    }

    private sealed class Handling : UntypedActor
    {
        protected override void OnReceive(object message) => ((TaskCompletionSource)message).SetResult();
    }

    /// <summary>Notes each call. Nothing that is scheduled is ever run.</summary>
    internal sealed class NotedScheduler(Config scheduler, ILoggingAdapter log) : SchedulerBase(scheduler, log)
    {
        public ConcurrentQueue<bool> Calls { get; } = new();

        public override TimeSpan MonotonicClock => TimeSpan.Zero;

        public override TimeSpan HighResMonotonicClock => TimeSpan.Zero;

        protected override DateTimeOffset TimeNow => DateTimeOffset.UnixEpoch;

        protected override void InternalScheduleTellOnce(TimeSpan delay, ICanTell receiver, object message, IActorRef sender, ICancelable cancelable) => Note();

        protected override void InternalScheduleTellRepeatedly(
            TimeSpan initialDelay, TimeSpan interval, ICanTell receiver, object message, IActorRef sender, ICancelable cancelable) => Note();

        protected override void InternalScheduleOnce(TimeSpan delay, Action action, ICancelable cancelable) => Note();

        protected override void InternalScheduleOnce(TimeSpan delay, IRunnable action, ICancelable cancelable) => Note();

        protected override void InternalScheduleRepeatedly(TimeSpan initialDelay, TimeSpan interval, Action action, ICancelable cancelable) => Note();

        protected override void InternalScheduleRepeatedly(TimeSpan initialDelay, TimeSpan interval, IRunnable action, ICancelable cancelable) => Note();

        private void Note() => Calls.Enqueue(ExecutionContext.IsFlowSuppressed());
    }
}
