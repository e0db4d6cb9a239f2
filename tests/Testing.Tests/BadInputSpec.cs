namespace AkkaInstrumentation.Tests;

/// <summary>The error about what cannot be tracked has the reason, and shows how far it went.</summary>
public sealed class BadInputSpec
{
    private static readonly TimeSpan Short = TimeSpan.FromMilliseconds(200);

    [Fact]
    public async Task A_system_without_instrumentation_names_the_missing_call()
    {
        await using var system = Systems.Plain();
        var error = await Assert.ThrowsAsync<TrackingException>(() => system.System.TrackAsync(() => { }));
        Assert.Contains("akka.WithInstrumentation()", error.Message, StringComparison.Ordinal);
        Assert.Contains("AkkaInstrumentationConfig.Defaults", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task So_does_one_whose_tracing_is_off()
    {
        await using var system = Systems.Instrumented("akka.instrumentation.tracing.enabled = off");
        var error = await Assert.ThrowsAsync<TrackingException>(() => system.System.TrackAsync(() => { }));
        Assert.Contains("akka.instrumentation.tracing.enabled", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_action_that_throws_shows_what_had_happened_until_then()
    {
        await using var system = Systems.Instrumented();
        var shop = Shop.In(system.System);

        var error = await Assert.ThrowsAsync<TrackingException>(() => system.System.TrackAsync(async () =>
        {
            await shop.Ask<Receipt>(new PlaceOrder("tea"));
            throw new InvalidOperationException("no more tea");
        }));

        Assert.Equal("no more tea", Assert.IsType<InvalidOperationException>(error.InnerException).Message);
        Assert.Contains("no more tea", error.Message, StringComparison.Ordinal);
        Assert.Equal(3, error.Tracked!.Messages.Count);
        Assert.Contains("OrderActor <- PlaceOrder", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_failed_order_shows_where_it_failed()
    {
        await using var system = Systems.Instrumented();
        var shop = Shop.In(system.System);

        var error = await Assert.ThrowsAsync<TrackingException>(() => system.System.TrackAsync(() => shop.Ask<Receipt>(new PlaceOrder("nothing"), Short)));

        Assert.IsType<AskTimeoutException>(error.InnerException);
        Assert.Contains("PaymentActor <- ChargeCard  ! System.ArgumentException, restart", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task At_the_limit_the_message_names_what_is_still_going_on_and_where()
    {
        await using var system = Systems.Instrumented();
        using var gate = new ManualResetEventSlim();
        var never = new TaskCompletionSource();
        var blocked = system.ActorOf((_, _) => Eventually.Block(gate), "blocked");
        var waiting = system.ActorOf(AsyncHandler.Props((_, _) => never.Task), "waiting");
        var stashing = system.ActorOf(Door.Props(), "stashing");

        var error = await Assert.ThrowsAsync<TrackingException>(() => system.System.TrackAsync(
            () =>
            {
                blocked.Tell("first");
                blocked.Tell(2);
                blocked.Tell(3);
                waiting.Tell(1.5);
                stashing.Tell('c');
            },
            TimeSpan.FromSeconds(2)));
        gate.Set();
        never.SetResult();

        Assert.Contains("String is at work in /user/blocked", error.Message, StringComparison.Ordinal);
        Assert.Contains("2 times: Int32 waits in the mailbox of /user/blocked", error.Message, StringComparison.Ordinal);
        Assert.Contains("Double awaits in /user/waiting", error.Message, StringComparison.Ordinal);
        Assert.Equal((true, false), (error.Tracked!.MessageAt("/user/waiting").IsAwaited, error.Tracked.MessageAt("/user/blocked").IsAwaited));
        Assert.Contains("Char is in the stash of /user/stashing", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_action_that_does_not_end_ends_at_the_limit()
    {
        await using var system = Systems.Instrumented();
        var error = await Assert.ThrowsAsync<TrackingException>(() => system.System.TrackAsync(() => new TaskCompletionSource().Task, Short));
        Assert.Contains("The action has not finished within 0.2 s", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_token_that_is_cancelled_ends_the_waiting_for_the_action_and_for_what_it_has_caused()
    {
        await using var system = Systems.Instrumented();
        var never = new TaskCompletionSource();
        var waiting = system.ActorOf(AsyncHandler.Props((_, _) => never.Task), "waiting");
        using var cancellation = new CancellationTokenSource();
        Task[] tracked =
        [
            system.System.TrackAsync(() => never.Task, TimeSpan.FromMinutes(5), cancellation.Token),
            system.System.TrackAsync(() => waiting.Tell("go"), TimeSpan.FromMinutes(5), cancellation.Token),
        ];

        await cancellation.CancelAsync();

        foreach (var one in tracked)
        {
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => one);
        }

        never.SetResult();
    }

    [Fact]
    public async Task An_action_that_returns_a_ValueTask_is_refused_because_nobody_would_await_it()
    {
        await using var system = Systems.Instrumented();
        var isRun = false;
        var error = await Assert.ThrowsAsync<ArgumentException>(() => system.System.TrackAsync(() => Acts()));
        await Assert.ThrowsAsync<ArgumentException>(() => system.System.TrackAsync(() => new ValueTask<int>(1)));

        Assert.Contains("TrackAsync(async () => await ...)", error.Message, StringComparison.Ordinal);
        Assert.False(isRun);

        ValueTask Acts()
        {
            isRun = true;
            return default;
        }
    }

    [Fact]
    public async Task A_timer_that_never_stops_is_not_waited_for()
    {
        await using var system = Systems.Instrumented();
        var ticks = 0;
        var ticking = system.ActorOf(
            (context, message) =>
            {
                if (message is "start")
                {
                    context.System.Scheduler.ScheduleTellRepeatedly(TimeSpan.Zero, TimeSpan.FromMilliseconds(1), context.Self, "tick", context.Self);
                }
                else
                {
                    Interlocked.Increment(ref ticks);
                }
            },
            "ticking");

        var flow = await system.System.TrackAsync(() => ticking.Tell("start"));

        Assert.Single(flow.Messages);
        await Eventually.True(() => Volatile.Read(ref ticks) > 2);
    }

    [Fact]
    public async Task The_longest_limit_is_none()
    {
        await using var system = Systems.Instrumented();
        var actor = system.ActorOf((_, _) => { });
        Assert.Single((await system.System.TrackAsync(async () =>
        {
            await Task.Yield();
            actor.Tell("message");
        }, TimeSpan.MaxValue)).Messages);
    }

    [Fact]
    public async Task An_actor_that_sends_to_itself_for_ever_is_named()
    {
        await using var system = Systems.Instrumented();
        var ticker = system.ActorOf((context, message) => context.Self.Tell(message), "ticker");

        var error = await Assert.ThrowsAsync<TrackingException>(() => system.System.TrackAsync(() => ticker.Tell("tick"), Short));

        Assert.Contains("/user/ticker", error.Message, StringComparison.Ordinal);
        Assert.InRange(error.Message.Length, 1, 100_000);
    }

    [Fact]
    public async Task A_flow_that_grows_without_an_end_does_not_fill_the_memory()
    {
        await using var system = Systems.Instrumented();
        var ticker = system.ActorOf(
            (context, message) =>
            {
                context.Self.TellTimes(1_000, message);
            },
            "breeder");

        var error = await Assert.ThrowsAsync<TrackingException>(() => system.System.TrackAsync(() => ticker.Tell("tick"), TimeSpan.FromMinutes(5)));

        Assert.Contains("more than 250000 messages", error.Message, StringComparison.Ordinal);
        Assert.Contains("/user/breeder", error.Message, StringComparison.Ordinal);
        await system.System.Terminate();
    }

    [Fact]
    public async Task A_system_that_ends_meanwhile_ends_the_flow()
    {
        await using var system = Systems.Instrumented();
        var never = new TaskCompletionSource();
        var waiting = system.ActorOf(AsyncHandler.Props((_, _) => never.Task), "waiting");

        var flow = await system.System.TrackAsync(async () =>
        {
            waiting.Tell(1.5);
            waiting.Tell(2.5);
            await system.System.Terminate();
        });

        Assert.Contains(flow.DeadLetters, letter => letter.MessageType == "Double");
        var error = await Assert.ThrowsAsync<TrackingException>(() => system.System.TrackAsync(() => { }));
        Assert.Contains("has ended", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Nothing_to_track_is_no_error_but_proves_nothing()
    {
        await using var system = Systems.Instrumented();
        var flow = await system.System.TrackAsync(() => { });
        Assert.Equal("No message has a span.", flow.ToString());
        Assert.Contains("has caused no message", Assert.Throws<TrackingException>(() => flow.ShouldHaveNoFailures()).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_hundred_thousand_messages_are_one_flow()
    {
        const int Count = 100_000;
        await using var system = Systems.Instrumented("akka.instrumentation.tracing.max-spans-per-trace = 1000000");
        var last = system.ActorOf((_, _) => { }, "last");
        var first = system.ActorOf((_, _) =>
        {
            for (var i = 1; i < Count; i++)
            {
                last.Tell("message");
            }
        }, "first");

        var flow = await system.System.TrackAsync(() => first.Tell("go"), TimeSpan.FromMinutes(2));

        Assert.Equal(Count, flow.Messages.Count);
        flow.ShouldBeOneTrace().ShouldHaveNoOrphans().ShouldPass("/user/first", "/user/last");
        Assert.InRange(flow.ToString().Length, 1, 100_000);
    }
}
