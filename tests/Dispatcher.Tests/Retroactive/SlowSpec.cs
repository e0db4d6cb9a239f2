namespace AkkaInstrumentation.Tests.Retroactive;

/// <summary>A message that was not sampled and waited or worked too long.</summary>
public class SlowSpec
{
    private const string Unsampled = "akka.loglevel = OFF\nakka.instrumentation.tracing.sampling.ratio = 0";
    private const string SlowWork = $"{Unsampled}\nakka.instrumentation.tracing.retroactive.slow-work = 30ms";
    private const string SlowWait = $"{Unsampled}\nakka.instrumentation.tracing.retroactive.slow-wait = 30ms";

    private static readonly TimeSpan Long = TimeSpan.FromMilliseconds(60);

    [Fact]
    public async Task A_message_that_was_worked_on_too_long_has_a_span_with_its_times()
    {
        await using var system = Systems.Instrumented(SlowWork);
        using var spans = SpanRecorder.OfActor(out var name);
        var actor = system.ActorOf(Working, name);
        var sender = system.ActorOf((_, _) => { });

        var before = Ticks.ToUtc(CoarseClock.Now);
        actor.Tell(Long, sender);
        actor.Tell("quick", ActorRefs.NoSender);

        var span = await Slow(spans, "TimeSpan", WorkOf);
        Assert.Equal(("Handler/TimeSpan", ActivityStatusCode.Unset, "slow"),
            (span.DisplayName, span.Status, span.GetTagItem(AkkaSpanAttributes.SamplingReason)));
        Assert.Equal(sender.Path.ToStringWithoutAddress(), span.GetTagItem(AkkaSpanAttributes.SenderPath));

        // its times may be those of the coarse clock
        Assert.InRange(span.Duration, TimeSpan.FromMilliseconds(30 - 5), TimeSpan.FromSeconds(20));
        Assert.InRange(span.StartTimeUtc, before - TimeSpan.FromMilliseconds(5), DateTime.UtcNow);
    }

    [Fact]
    public async Task Awaiting_is_working()
    {
        await using var system = Systems.Instrumented(SlowWork);
        using var spans = SpanRecorder.OfActor(out var name);
        var actor = system.ActorOf(AsyncHandler.Props(async (_, message) =>
        {
            for (var begun = Stopwatch.GetTimestamp(); message is TimeSpan time && !IsOver(begun, time);)
            {
                await Task.Delay(1);
            }
        }), name);

        actor.Tell("quick", ActorRefs.NoSender);
        actor.Tell(Long, ActorRefs.NoSender);

        await Slow(spans, "TimeSpan", WorkOf);
    }

    [Fact]
    public async Task A_slow_message_that_fails_is_an_error()
    {
        await using var system = Systems.Instrumented(SlowWork);
        using var spans = SpanRecorder.OfActor(out var name);
        var actor = system.ActorOf(
            (_, _) =>
            {
                Work(Long);
                throw new TimeoutException("no stock");
            },
            name);

        actor.Tell("fail", ActorRefs.NoSender);

        Assert.Equal("error", Assert.Single(await spans.WaitForStopped(1)).GetTagItem(AkkaSpanAttributes.SamplingReason));
    }

    [Fact]
    public async Task A_message_that_waited_too_long_has_a_span_with_its_wait()
    {
        await using var system = Systems.Instrumented(SlowWait);
        using var spans = SpanRecorder.OfActor(out var name);
        var actor = system.ActorOf(Working, name);

        actor.Tell(Long, ActorRefs.NoSender);
        actor.Tell("waits", ActorRefs.NoSender);
        await actor.Ask<ActorIdentity>(new Identify(1), TimeSpan.FromSeconds(20));

        var span = await Slow(spans, "String", WaitOf);
        Assert.Equal("slow", span.GetTagItem(AkkaSpanAttributes.SamplingReason));
        Assert.InRange(WaitOf(span), 0.03, 20);
    }

    [Fact]
    public async Task Every_message_is_timed_for_its_wait_though_the_metrics_want_few()
    {
        await using var system = Systems.Instrumented($"{SlowWait}\nakka.instrumentation.metrics.distributions-rate = 10");
        using var spans = SpanRecorder.OfActor(out var name);
        var actor = system.ActorOf(Working, name);
        await Handled(actor, 2_000);
        actor.Tell(Long, ActorRefs.NoSender);
        actor.Tell(1, ActorRefs.NoSender);
        actor.Tell(2, ActorRefs.NoSender);
        actor.Tell(3, ActorRefs.NoSender);

        await Eventually.Equal(3, () => spans.Stopped.Count(span => Equals(span.GetTagItem(AkkaSpanAttributes.MessageType), "Int32")));
    }

    [Fact]
    public async Task A_message_that_is_recorded_is_not_recorded_again()
    {
        await using var system = Systems.Instrumented("akka.instrumentation.tracing.retroactive { slow-work = 30ms, slow-wait = 30ms }");
        using var spans = SpanRecorder.OfActor(out var name);
        var actor = system.ActorOf(Working, name);

        actor.Tell(Long, ActorRefs.NoSender);
        actor.Tell("waits", ActorRefs.NoSender);
        await actor.Ask<ActorIdentity>(new Identify(1), TimeSpan.FromSeconds(20));

        Assert.All(await spans.WaitForStopped(2), span => Assert.Null(span.GetTagItem(AkkaSpanAttributes.SamplingReason)));
    }

    [Fact]
    public async Task What_rules_and_filter_leave_out_stays_out()
    {
        await using var system = Systems.Instrumented($"{SlowWork}\nakka.instrumentation.rules.mine {{ message = TimeSpan, trace = never }}");
        using var spans = SpanRecorder.OfActor(out var name);
        var actor = system.ActorOf((_, _) => Work(Long), name);

        actor.Tell(Long, ActorRefs.NoSender);
        actor.Tell("slow", ActorRefs.NoSender);

        Assert.Equal("String", Assert.Single(await spans.WaitForStopped(1)).GetTagItem(AkkaSpanAttributes.MessageType));
    }

    [Theory]
    [InlineData("slow-work")]
    [InlineData("slow-wait")]
    public async Task A_threshold_that_is_set_at_run_time_holds_for_actors_that_have_worked_before(string threshold)
    {
        await using var system = Systems.Instrumented($"{Unsampled}\nakka.instrumentation.metrics.distributions-rate = 10");
        using var spans = SpanRecorder.OfActor(out var name);
        var actor = system.ActorOf(Working, name);
        await Handled(actor, 10_000);
        AkkaInstrumentationExtension.For(system.System).Control.Change($"tracing.retroactive.{threshold} = 30ms");

        // it holds from the actor's next run on, and what is sent first may still be in this one
        var slow = threshold == "slow-work" ? "TimeSpan" : "Int32";
        await Eventually.True(() =>
        {
            actor.Tell(Long, ActorRefs.NoSender);
            actor.Tell(1, ActorRefs.NoSender);
            return spans.Stopped.Any(span => Equals(span.GetTagItem(AkkaSpanAttributes.MessageType), slow));
        });
        Assert.DoesNotContain(spans.Stopped, span => Equals(span.GetTagItem(AkkaSpanAttributes.MessageType), "String"));
    }

    // so many that hardly any of those that follow is timed for the metrics
    private static async Task Handled(IActorRef actor, int messages)
    {
        actor.TellTimes(messages, "many");

        await actor.Ask<ActorIdentity>(new Identify(1), TimeSpan.FromSeconds(20));
    }

    private static double WorkOf(Activity span) => span.Duration.TotalSeconds;

    private static double WaitOf(Activity span) => Assert.IsType<double>(span.GetTagItem(AkkaSpanAttributes.MailboxWaitDuration));

    // On a busy machine another message may be held up for as long: then it has been slow, too, and its span has to show it.
    private static async Task<Activity> Slow(SpanRecorder spans, string message, Func<Activity, double> seconds)
    {
        await Eventually.True(() => spans.Stopped.Any(IsIt));
        Assert.All(spans.Stopped, span => Assert.InRange(seconds(span), 0.029, 20));
        return Assert.Single(spans.Stopped, IsIt);

        bool IsIt(Activity span) => Equals(span.GetTagItem(AkkaSpanAttributes.MessageType), message);
    }

    private static void Working(IActorContext context, object message)
    {
        if (message is TimeSpan time)
        {
            Work(time);
        }
    }

    private static void Work(TimeSpan time)
    {
        for (var begun = Stopwatch.GetTimestamp(); !IsOver(begun, time);)
        {
            Thread.Sleep(1);
        }
    }

    // From the true time, which may be a message's begin, to the clock by which messages are slow. That clock may be far behind on a busy machine:
    // from one of its beats to the next it may show more than has passed since the message began.
    private static bool IsOver(long begun, TimeSpan time) => Stopwatch.GetElapsedTime(begun, CoarseClock.Now) >= time;
}
