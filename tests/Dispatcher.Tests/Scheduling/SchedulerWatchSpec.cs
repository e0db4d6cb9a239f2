namespace AkkaInstrumentation.Tests.Scheduling;

/// <summary>How late scheduled messages are, and how many are pending, by a clock that the test moves.</summary>
[Collection(Alone.Name)]
public sealed class SchedulerWatchSpec
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Fact]
    public async Task Each_message_is_measured_from_its_due_time_to_its_sending()
    {
        await using var system = MovedScheduler.System(out var clock).Measured(out var metrics);
        var actor = await Started(system);
        system.System.Scheduler.ScheduleTellOnce(10 * Second, actor, "once", ActorRefs.NoSender);
        system.System.Scheduler.ScheduleTellRepeatedly(2 * Second, 5 * Second, actor, "repeatedly", ActorRefs.NoSender);

        clock.Move(2 * Second);
        clock.Run();
        Assert.Equal([0], Lateness(metrics));
        clock.Move(10 * Second);
        clock.Run();
        Assert.Equal([0, 2, 5], Lateness(metrics).Order());

        // a repeated one is due an interval after the one before, as with Akka's scheduler
        clock.Move(5 * Second);
        clock.Run();
        Assert.Equal([0, 0, 2, 5], Lateness(metrics).Order());
        Assert.All(metrics.Of(AkkaMetricNames.SchedulerLateness), measured => Assert.Equal("Handler", measured.Tag(AkkaSpanAttributes.ActorType)));
    }

    [Fact]
    public async Task Pending_are_those_that_were_neither_sent_nor_cancelled()
    {
        await using var system = MovedScheduler.System(out var clock).Measured(out var metrics);
        var actor = await Started(system);
        var cancelables = Enumerable.Range(1, 10)
            .Select(i => system.System.Scheduler.ScheduleTellOnceCancelable(i * Second, actor, i, ActorRefs.NoSender)).ToList();
        system.System.Scheduler.ScheduleTellRepeatedly(Second, Second, actor, "repeatedly", ActorRefs.NoSender);
        Assert.Equal(11, Pending(metrics));

        cancelables[9].Cancel();
        cancelables[8].Cancel();
        Assert.Equal(9, Pending(metrics));
        clock.Move(3 * Second);
        clock.Run();
        Assert.Equal(6, Pending(metrics));
    }

    /// <summary>As an actor does whose receive time-out begins anew with each message.</summary>
    [Fact]
    public async Task A_million_that_are_cancelled_take_no_room()
    {
        await using var system = MovedScheduler.System(out _);
        var watch = system.Extension.Insight.Timers!;
        var actor = (ActorRefWithCell)await Started(system);
        using var cancelled = new Cancelable(system.System.Scheduler);
        cancelled.Cancel();
        var kept = 0;
        for (var i = 0; i < 1_000_000; i++)
        {
            watch.Scheduled(actor, Second, TimeSpan.Zero, cancelled);
            kept = Math.Max(kept, watch.Kept);
        }

        Assert.InRange(kept, 1, 1_000);
    }

    [Fact]
    public async Task Beyond_the_limit_they_are_measured_and_not_counted()
    {
        await using var system = MovedScheduler.System(out var clock).Measured(out var metrics);
        var watch = system.Extension.Insight.Timers!;
        var actor = (ActorRefWithCell)await Started(system);
        var timers = Enumerable.Range(0, PendingTimers.Max + 10).Select(_ => watch.Scheduled(actor, Second, TimeSpan.Zero, null)!).ToList();
        Assert.Equal(PendingTimers.Max, Pending(metrics));
        clock.Move(2 * Second);
        timers[^1].Sends();
        Assert.Equal([1], Lateness(metrics));
        Assert.Equal(PendingTimers.Max, Pending(metrics));
    }

    [Fact]
    public async Task Late_ones_are_a_cause_whether_they_were_sent_or_not()
    {
        await using var system = MovedScheduler.System(out var clock);
        var actor = await Started(system);
        system.System.Scheduler.ScheduleTellOnce(Second, actor, "late", ActorRefs.NoSender);
        clock.Move(1.5 * Second);
        Assert.Empty(system.System.GetInsight().Diagnose().Causes);

        clock.Move(5 * Second);
        var due = Assert.Single(system.System.GetInsight().Diagnose().Causes);
        Assert.Equal(
            ("late_timers", "Scheduled messages come late, one for Handler by 5.5 s.", AkkaCertainty.Likely, actor.Path.ToStringWithoutAddress()),
            (due.Kind, due.Description, due.Certainty, due.Subject));
        Assert.Equal(["1 for Handler are due and were not sent, the first for 5.5 s"], due.Evidence);

        clock.Run();
        var sent = Assert.Single(system.System.GetInsight().Diagnose().Causes);
        Assert.Equal(["1 for Handler were sent late in 60 s, the latest by 5.5 s"], sent.Evidence);
    }

    /// <summary>With Akka's scheduler, which runs delegates on its only thread.</summary>
    [Fact]
    public async Task A_delegate_that_holds_the_schedulers_thread_is_named()
    {
        await using var system = Systems.Instrumented(InstrumentedSchedulerSpec.Scheduler);
        var actor = await Started(system);
        using var holds = new ManualResetEventSlim();
        system.System.Scheduler.Advanced.ScheduleOnce(TimeSpan.Zero, Hold);
        system.System.Scheduler.ScheduleTellOnce(TimeSpan.FromMilliseconds(1), actor, "late", ActorRefs.NoSender);
        try
        {
            await Eventually.Passes(() =>
            {
                var cause = Assert.Single(system.System.GetInsight().Diagnose().Causes, cause => cause.Kind == "late_timers");
                Assert.Equal(AkkaCertainty.Certain, cause.Certainty);
                Assert.Contains("holds the scheduler's thread", cause.Description, StringComparison.Ordinal);
                Assert.Contains(nameof(SchedulerWatchSpec), cause.Description, StringComparison.Ordinal);
            });
        }
        finally
        {
            holds.Set();
        }

        void Hold() => holds.Wait(TimeSpan.FromMinutes(5));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_message_that_does_not_influence_the_receive_timeout_does_not_when_it_is_scheduled(bool isInTrace)
    {
        await using var system = Systems.Instrumented(InstrumentedSchedulerSpec.Scheduler);
        using var spans = isInTrace ? SpanRecorder.Everything() : null;
        var timedOut = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var actor = system.ActorOf(
            (context, message) =>
            {
                if (message is ReceiveTimeout)
                {
                    timedOut.TrySetResult();
                }
                else if (message is "begin")
                {
                    // far more often than the time-out; a message that begins it anew would keep it away for ever
                    context.SetReceiveTimeout(TimeSpan.FromSeconds(1));
                    context.System.Scheduler.ScheduleTellRepeatedly(
                        TimeSpan.Zero, TimeSpan.FromMilliseconds(10), context.Self, Quiet.Instance, ActorRefs.NoSender);
                }
            },
            "actor");
        actor.Tell("begin");
        await timedOut.Task.WaitAsync(TimeSpan.FromMinutes(5));
    }

    [Fact]
    public async Task A_scheduled_message_has_the_sender_timer()
    {
        await using var system = MovedScheduler.System(out var clock, "akka.instrumentation.rules.kept { path = \"/user/**\", last-messages = 4 }")
            .Measured(out _);
        var actor = system.ActorOf((_, _) => { }, "kept");
        system.System.Scheduler.ScheduleTellOnce(Second, actor, "scheduled", ActorRefs.NoSender);
        clock.Move(Second);
        clock.Run();
        var insight = system.System.GetInsight();
        await Eventually.Equal("_timer", () => insight.LastMessages("/user/kept")?.Select(last => last.SenderPath).SingleOrDefault());
    }

    private static IEnumerable<double> Lateness(MetricRecorder metrics) => metrics.Values(AkkaMetricNames.SchedulerLateness);

    private static long Pending(MetricRecorder metrics) => metrics.Sum(AkkaMetricNames.SchedulerPending) ?? 0;

    // An actor's type is known once it has its mailbox.
    private static async Task<IActorRef> Started(TestSystem system)
    {
        var actor = system.ActorOf((context, message) => context.Sender.Tell(message), "actor");
        await actor.Ask<string>("started", TimeSpan.FromMinutes(5));
        return actor;
    }

    private sealed class Quiet : INotInfluenceReceiveTimeout
    {
        public static Quiet Instance { get; } = new();
    }
}
