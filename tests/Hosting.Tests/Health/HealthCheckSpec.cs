namespace AkkaInstrumentation.Tests.Health;

/// <summary>Each trouble of an actor system, as the platform's health check shows it, and its end.</summary>
public sealed class HealthCheckSpec
{
    [Fact]
    public async Task A_mailbox_that_grows_is_named_until_it_has_recovered()
    {
        await using var system = Systems.Instrumented("akka.instrumentation.pressure { growing-for = 100ms, min-depth = 10 }");
        await using var services = CheckedHost.Of(system.System);
        using var hold = new Hold();
        var actor = system.ActorOf((_, message) =>
        {
            if (message is "hold")
            {
                hold.Pass();
            }
        });
        actor.Tell("hold", ActorRefs.NoSender);
        await hold.Entered;
        await Eventually.Passes(() =>
        {
            actor.Tell(1, ActorRefs.NoSender);
            actor.Tell(2, ActorRefs.NoSender);
            Assert.Equal(HealthStatus.Degraded, services.Ask().Status);
        });

        var entry = services.Ask();
        Assert.Equal(1, entry.Data["growing.count"]);
        Assert.StartsWith($"{actor.Path.ToStringWithoutAddress()} (Handler): ",
            Assert.Single((string[])entry.Data["growing"]), StringComparison.Ordinal);

        hold.Release();
        await Eventually.Equal(false, () => services.Ask().Data.ContainsKey("growing"));
    }

    [Fact]
    public async Task A_handler_that_blocks_is_named_until_it_has_returned()
    {
        await using var system = Systems.Instrumented("akka.instrumentation.blocking.threshold = 50ms");
        using var metrics = new MetricRecorder(system);
        await using var services = CheckedHost.Of(system.System);
        using var hold = new Hold();
        var actor = system.ActorOf((_, _) => hold.Pass());
        actor.Tell("message", ActorRefs.NoSender);
        await Eventually.Equal(true, () => services.Ask().Data.ContainsKey("blocking"));

        var entry = services.Ask();
        Assert.StartsWith(
            $"{actor.Path.ToStringWithoutAddress()} (Handler): String blocks for ",
                Assert.Single((string[])entry.Data["blocking"]), StringComparison.Ordinal);

        hold.Release();
        await Eventually.Equal(false, () => services.Ask().Data.ContainsKey("blocking"));
    }

    [Fact]
    public async Task The_age_of_the_oldest_message_decides_by_the_clock()
    {
        await using var system = Systems.Instrumented();
        using var metrics = new MetricRecorder(system);
        await using var services = CheckedHost.Of(system.System);
        using var hold = new Hold();
        var actor = system.ActorOf((_, _) => hold.Pass());
        actor.Tell("hold", ActorRefs.NoSender);
        await hold.Entered;
        var before = Stopwatch.GetTimestamp();
        actor.Tell("waits", ActorRefs.NoSender);
        var after = Stopwatch.GetTimestamp();
        actor.Tell("waits too", ActorRefs.NoSender);

        HealthCheckResult At(long ticks, double seconds) => services.AskAt(new PlayedClock { Now = PlayedClock.Later(ticks, seconds) });
        Assert.False(At(before, 14.9).Data.ContainsKey("late"));
        var late = At(after, 15.1);
        Assert.Equal(HealthStatus.Degraded, late.Status);
        Assert.Equal(1, late.Data["late.count"]);
        Assert.Matches(
            $@"^{actor.Path.ToStringWithoutAddress()} \(Handler\): the oldest message has waited \d+(\.\d)? s, 2 wait$",
                Assert.Single((string[])late.Data["late"]));
        Assert.Equal(HealthStatus.Degraded, At(before, 299.9).Status);
        Assert.Equal(HealthStatus.Unhealthy, At(after, 300.1).Status);

        hold.Release();
        await Eventually.Equal(false, () => At(after, 300.1).Data.ContainsKey("late"));
    }

    [Fact]
    public async Task An_actor_in_a_restart_loop_is_named_until_the_loop_is_over()
    {
        await using var system = Systems.Instrumented();
        await using var services = CheckedHost.Of(system.System, options => options.RestartsWithin = TimeSpan.FromHours(1));
        var actor = system.ActorOf(Handler.Fallible);
        var steady = system.ActorOf(Handler.Fallible);
        await Restart(steady, 2);
        await Restart(actor, 2);
        var clock = new PlayedClock();
        Assert.False(services.AskAt(clock).Data.ContainsKey("restarting"));

        await Restart(actor, 1);
        clock.Now = Stopwatch.GetTimestamp();
        var last = clock.Now;
        var result = services.AskAt(clock);
        Assert.Equal(HealthStatus.Degraded, result.Status);
        Assert.Equal(new[] { $"{actor.Path.ToStringWithoutAddress()} (Handler): 3 restarts in 1 h 0 min" }, result.Data["restarting"]);

        clock.Now = PlayedClock.Later(last, 3600.1);
        Assert.False(services.AskAt(clock).Data.ContainsKey("restarting"));

        await Restart(actor, 7);
        clock.Now = last;
        Assert.Equal(HealthStatus.Unhealthy, services.AskAt(clock).Status);
    }

    [Fact]
    public async Task Handlers_that_fail_are_named_by_type_and_exception_also_when_nobody_listens()
    {
        await using var system = Systems.Instrumented();
        await using var services = CheckedHost.Of(system.System, options => options.DegradedFailures = 4);
        await Restart(system.ActorOf(Handler.Fallible), 1);
        await Restart(system.ActorOf(Handler.Fallible), 2);
        Assert.False(services.Ask().Data.ContainsKey("failing"));

        var last = system.ActorOf(Handler.Fallible);
        await Restart(last, 1);
        Assert.Matches(
            $@"^{last.Path.ToStringWithoutAddress()} \(Handler\): 4 failures in 60 s: System\.\w+Exception: .+, thrown in \S+$",
                Assert.Single((string[])services.Ask().Data["failing"]));
    }

    [Fact]
    public async Task Lost_messages_are_named_by_receiver_and_reason_also_when_nobody_listens()
    {
        await using var system = Systems.Instrumented();
        await using var services = CheckedHost.Of(system.System, options => options.DegradedLostMessages = 3);
        var actor = system.ActorOf(Echo.Props);
        Assert.True(await actor.GracefulStop(TimeSpan.FromSeconds(20)));

        // its type is known for a moment longer, and messages to a known and to an unknown type are two losses
        await Eventually.True(() => actor is ActorRefWithCell { Underlying.Props: TerminatedProps });
        for (var i = 0; i < 3; i++)
        {
            Assert.False(services.Ask().Data.ContainsKey("lost"));
            actor.Tell("gone", ActorRefs.NoSender);
        }

        await Eventually.Passes(() => Assert.StartsWith(
            $"{actor.Path.ToStringWithoutAddress()} (", Assert.Single((string[])services.Ask().Data["lost"]), StringComparison.Ordinal));
        Assert.EndsWith("): 3 String lost in 60 s: the receiver has stopped",
            ((string[])services.Ask().Data["lost"])[0], StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_is_switched_off_is_named_as_unchecked()
    {
        await using var system = Systems.Instrumented("akka.instrumentation { pressure.enabled = off, blocking.enabled = off }");
        using var metrics = new MetricRecorder(system);
        await using var services = CheckedHost.Of(system.System);
        var entry = services.Ask();
        Assert.Equal(HealthStatus.Healthy, entry.Status);
        Assert.Equal(
            new[]
            {
                "mailboxes that grow: akka.instrumentation.pressure.enabled is off",
                "handlers that block: akka.instrumentation.blocking.enabled is off",
            },
            entry.Data["unchecked"]);
    }

    [Fact]
    public async Task A_watch_that_is_switched_off_at_run_time_takes_its_findings_along()
    {
        await using var system = Systems.Instrumented("akka.instrumentation.blocking.threshold = 50ms");
        using var metrics = new MetricRecorder(system);
        await using var services = CheckedHost.Of(system.System);
        using var hold = new Hold();
        system.ActorOf((_, _) => hold.Pass()).Tell("message", ActorRefs.NoSender);
        await Eventually.Equal(true, () => services.Ask().Data.ContainsKey("blocking"));

        AkkaInstrumentationExtension.For(system.System).Control.Change("blocking.enabled = off");
        Assert.False(services.Ask().Data.ContainsKey("blocking"));
    }

    [Fact]
    public async Task A_system_that_is_not_instrumented_is_degraded_and_names_the_missing_call()
    {
        await using var system = Systems.Plain();
        await using var services = CheckedHost.Of(system.System);
        var entry = services.Ask();
        Assert.Equal(HealthStatus.Degraded, entry.Status);
        Assert.Contains("WithInstrumentation()", entry.Description, StringComparison.Ordinal);
        Assert.False(system.System.HasExtension<AkkaInstrumentationExtension>());
    }

    [Fact]
    public async Task A_host_without_an_actor_system_is_degraded_and_one_whose_system_has_ended_is_unhealthy()
    {
        await using var empty = CheckedHost.Of(system: null);
        Assert.Equal(HealthStatus.Degraded, empty.Ask().Status);

        var system = Systems.Instrumented();
        await using var services = CheckedHost.Of(system.System);
        await system.DisposeAsync();
        Assert.Equal(HealthStatus.Unhealthy, services.Ask().Status);
    }

    // The answer to the question behind shows that the actor has been restarted.
    private static async Task Restart(IActorRef actor, int times)
    {
        for (var i = 0; i < times; i++)
        {
            actor.Tell("fail", ActorRefs.NoSender);
            await actor.Ask<string>("again", TimeSpan.FromSeconds(20));
        }
    }
}
