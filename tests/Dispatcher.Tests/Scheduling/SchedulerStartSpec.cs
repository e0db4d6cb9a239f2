namespace AkkaInstrumentation.Tests.Scheduling;

/// <summary>
/// The clock of Akka's scheduler ticks a hundred times a second. It is started only for systems whose spans somebody listens to, and outside of
/// everything that flows (<see cref="FirstCallerSpec"/>).
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
    public async Task The_first_traced_run_starts_it_once()
    {
        await using var system = Start(out var calls);
        await HandleOne(system);
        Assert.Empty(calls);

        using var spans = Unheeding.Spans(ActivitySamplingResult.AllDataAndRecorded);
        await HandleOne(system);
        await HandleOne(system);

        Assert.True(Assert.Single(calls), "the scheduler must not keep what flows");
    }

    [Fact]
    public async Task A_system_that_starts_while_somebody_listens_starts_it_at_once()
    {
        using var spans = Unheeding.Spans(ActivitySamplingResult.AllDataAndRecorded);
        await using var system = Start(out var calls);

        _ = AkkaInstrumentationExtension.For(system.System);

        Assert.True(Assert.Single(calls));
    }

    [Fact]
    public async Task A_new_listener_can_start_the_schedulers_of_all_systems_before_any_message()
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
        using var spans = Unheeding.Spans(ActivitySamplingResult.AllDataAndRecorded);
        await using var system = Start(out var calls, "akka.instrumentation.tracing.enabled = off");

        SchedulerStart.OfAllSystems();
        await HandleOne(system);

        Assert.Empty(calls);
    }

    [Fact]
    public async Task A_warning_about_the_setup_starts_it_outside_of_what_flows_too()
    {
        await using var system = Start(out var calls, "akka.instrumentation.rules.all { trace = never }");

        _ = AkkaInstrumentationExtension.For(system.System);

        Assert.True(Assert.Single(calls), "the scheduler must not keep what flows");
    }

    // The calls of its scheduler.
    private static TestSystem Start(out ConcurrentQueue<bool> calls, string hocon = "")
    {
        var system = Systems.Instrumented(NotedScheduler.Hocon + hocon);
        calls = NotedScheduler.CallsOf(system.System);
        return system;
    }

    private static async Task HandleOne(TestSystem system)
    {
        var handled = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        system.System.ActorOf(Handler.Props((_, _) => handled.SetResult())).Tell("handle", ActorRefs.NoSender);
        await Eventually.Within(handled.Task);
    }
}
