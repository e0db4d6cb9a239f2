namespace AkkaInstrumentation.Tests;

/// <summary>A flow ends when nothing that the action has caused is left, wherever it waits.</summary>
public sealed class WaitsSpec
{
    /// <summary>Spans of other threads begin and end meanwhile, for which the recorder needs its lock.</summary>
    [Fact]
    public async Task While_the_text_of_a_log_line_waits_for_somebody_elses_span()
    {
        await using var system = Systems.Instrumented("akka.loglevel = INFO\nakka.loggers = []");
        using var source = new ActivitySource($"library-{Guid.NewGuid():N}");
        var argument = new WaitsForSpan(source);
        var actor = system.ActorOf((context, _) => context.GetLogger().Info("found {0}", argument), "logging");

        var flow = await system.System.TrackAsync(() => actor.Tell("go"));

        Assert.True(argument.HasFinished, "the span could not begin while the text was written");
        Assert.Equal("found it", Assert.Single(flow.LogLines).Text);
    }

    [Fact]
    public async Task For_a_handler_that_awaits_and_what_it_sends_then()
    {
        await using var system = Systems.Instrumented();
        var released = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var last = system.ActorOf((_, _) => { }, "last");
        var actor = system.ActorOf(Awaiting(released.Task, last), "awaiting");

        var tracked = system.System.TrackAsync(() => actor.Tell("go"));
        Assert.False(tracked.IsCompleted);
        released.SetResult();

        (await tracked).ShouldPass("/user/awaiting", "/user/last").ShouldHaveNoOrphans();
    }

    [Fact]
    public async Task For_a_stashed_message_until_it_comes_back()
    {
        await using var system = Systems.Instrumented();
        var actor = system.ActorOf(Door.Props(), "door");

        var tracked = system.System.TrackAsync(() => actor.Tell("visitor"));
        Assert.False(tracked.IsCompleted);
        actor.Tell("open");

        var flow = await tracked;
        Assert.Equal([0, 1], flow.MessagesAt("/user/door").Select(message => message.TimesStashed));
    }

    [Fact]
    public async Task Not_for_a_message_that_a_stash_gives_up()
    {
        await using var system = Systems.Instrumented();
        var actor = system.ActorOf(Door.Props(), "door");

        var tracked = system.System.TrackAsync(() => actor.Tell("visitor"));
        actor.Tell("forget");

        Assert.Single((await tracked).MessagesAt("/user/door"));
    }

    /// <summary>Akka never resumes a handler that awaits when its actor stops, so what it has begun never ends.</summary>
    [Fact]
    public async Task Not_for_a_span_of_a_handler_that_a_stop_has_cut_off_but_for_what_it_had_sent()
    {
        await using var system = Systems.Instrumented();
        var began = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var released = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var last = system.ActorOf((_, _) => { }, "last");
        var busy = system.ActorOf(Awaiting(released.Task, last), "busy");
        var actor = system.ActorOf(
            AsyncHandler.Props(async (_, message) =>
            {
                busy.Tell(message);
                using var call = AkkaCurrentMessage.StartSpan("db");
                began.SetResult();
                await new TaskCompletionSource().Task;
            }),
            "calling");

        var tracked = system.System.TrackAsync(() => actor.Tell("go"));
        await Eventually.Within(began.Task);
        system.System.Stop(actor);
        Assert.False(tracked.IsCompleted);
        released.SetResult();

        var flow = await tracked;
        flow.ShouldPass("/user/busy", "/user/last");
        Assert.Equal("actor_stopped", Assert.Single(flow.Failures).Failure!.ErrorType);
        Assert.Null(Assert.Single(flow.MessagesAt("/user/calling")).Caused.Single(step => step.Name == "db").Duration);
    }

    [Fact]
    public async Task For_a_restart_and_the_message_that_is_sent_again()
    {
        await using var system = Systems.Instrumented();
        var actor = system.ActorOf(Props.Create<Retrying>(), "retrying");

        for (var i = 0; i < 20; i++)
        {
            var flow = await system.System.TrackAsync(() => actor.Tell("fail once"));

            Assert.Equal(2, flow.ShouldBeOneTrace().ShouldHaveNoOrphans().MessagesAt("/user/retrying").Count);
            var failed = Assert.Single(flow.Failures);
            Assert.Equal(("System.InvalidOperationException", "the first time", "restart"),
                (failed.Failure!.ErrorType, failed.Failure.Message, failed.Failure.Directive));
            Assert.Same(failed, flow.Messages[1].Cause);
        }
    }

    [Fact]
    public async Task For_the_end_of_a_child_and_the_message_about_it()
    {
        await using var system = Systems.Instrumented();
        var parent = system.ActorOf(Props.Create<Parent>(), "parent");
        for (var i = 0; i < 20; i++)
        {
            var flow = await system.System.TrackAsync(() => parent.Tell("replace"));

            Assert.Equal(["String", "Terminated"], flow.ShouldHaveNoOrphans().MessagesAt("/user/parent").Select(message => message.MessageType));
        }
    }

    [Fact]
    public async Task For_no_message_that_waited_when_its_actor_stopped()
    {
        await using var system = Systems.Instrumented();
        var actor = system.ActorOf((context, message) =>
        {
            if (message is "stop")
            {
                context.Stop(context.Self);
            }
        }, "stopping");

        var flow = await system.System.TrackAsync(() =>
        {
            actor.Tell("stop");
            actor.TellNumbers(10);
        });

        // some found the actor gone already
        Assert.Equal(10, flow.DeadLetters.Count + flow.MessagesAt("/user/stopping").Count(message => message.MessageType == "Int32"));
        Assert.All(flow.DeadLetters, letter => Assert.Equal(("Int32", "/user/stopping", null), (letter.MessageType, letter.ReceiverPath,
            letter.Cause)));
    }

    /// <summary>Each flow knows what became of its own message.</summary>
    [Theory]
    [InlineData("stop")]
    [InlineData("fail")]
    public async Task For_no_message_that_waited_with_those_of_other_flows(string end)
    {
        await using var system = Systems.Instrumented();
        using var gate = new ManualResetEventSlim();
        using var begun = new ManualResetEventSlim();
        var actor = system.ActorOf((context, message) =>
        {
            begun.Set();
            Eventually.Block(gate);
            if (message is "fail")
            {
                throw new ActorKilledException("end");
            }

            context.Stop(context.Self);
        }, "stopping");

        var first = system.System.TrackAsync(() => actor.Tell(end));
        Eventually.Block(begun);
        var others = Enumerable.Range(0, 5).Select(i => system.System.TrackAsync(() => actor.Tell(i))).ToList();
        gate.Set();

        await first;
        Assert.All(await Task.WhenAll(others), flow => Assert.Equal("/user/stopping", Assert.Single(flow.DeadLetters).ReceiverPath));
    }

    [Fact]
    public async Task For_no_message_that_a_full_mailbox_refuses()
    {
        await using var system = Systems.Instrumented(
            $"{AkkaInstrumentationConfig.BoundedMailboxId} {{ mailbox-capacity = 1, mailbox-push-timeout-time = 0s }}");
        using var gate = new ManualResetEventSlim();
        var actor = system.ActorOf(Handler.Props((_, _) => Eventually.Block(gate)).WithMailbox(AkkaInstrumentationConfig.BoundedMailboxId), "small");

        var tracked = system.System.TrackAsync(() =>
        {
            actor.TellNumbers(5);
        });
        gate.Set();

        var flow = await tracked;
        Assert.InRange(flow.DeadLetters.Count, 3, 4);
        Assert.Equal(5, flow.Messages.Count + flow.DeadLetters.Count);
    }

    [Fact]
    public async Task For_what_comes_by_a_task_if_the_test_names_what_it_waits_for()
    {
        await using var system = Systems.Instrumented();
        var work = new TaskCompletionSource<string>(TaskCreationOptions.RunContinuationsAsynchronously);
        var actor = system.ActorOf((context, message) =>
        {
            if (message is 1)
            {
                work.Task.PipeTo(context.Self);
            }
        }, "pipe");

        var flow = await system.System.TrackAsync(async tracking =>
        {
            actor.Tell(1);
            await tracking.WaitUntilSettledAsync();
            work.SetResult("done");
            await tracking.WaitUntilAsync(flow => flow.MessagesAt("/user/pipe").Count == 2);
        });

        Assert.Equal(["Int32", "String"], flow.ShouldHaveNoOrphans().Messages.Select(message => message.MessageType));
    }

    [Fact]
    public async Task For_what_a_real_timer_sends_if_the_scheduler_links_it_and_the_test_says_so()
    {
        await using var system = Systems.Instrumented(
            "akka.scheduler.implementation = \"AkkaInstrumentation.InstrumentedScheduler, AkkaInstrumentation.Dispatcher\"");
        var actor = system.ActorOf(
            (context, message) =>
            {
                if (message is 1)
                {
                    context.System.Scheduler.ScheduleTellOnce(TimeSpan.FromMilliseconds(1), context.Self, "tick", context.Self);
                }
            },
            "reminder");

        var flow = await system.System.TrackAsync(async tracking =>
        {
            actor.Tell(1);
            await tracking.WaitUntilAsync(flow => flow.MessagesAt("/user/reminder").Count == 2);
        });

        Assert.Equal(2, flow.TraceCount);
    }

    /// <summary>Nothing is in a mailbox when it happens.</summary>
    [Fact]
    public async Task For_a_dead_letter_and_a_log_line_if_the_test_asks_for_it()
    {
        await using var system = Systems.Instrumented();
        var gone = system.ActorOf((_, _) => { }, "gone");
        await gone.GracefulStop(TimeSpan.FromSeconds(20));

        await system.System.TrackAsync(
            async tracking =>
            {
                await UntilItHappens(tracking, () => gone.Tell("late"), flow => flow.DeadLetters.Count == 1);
                await UntilItHappens(tracking, () => system.System.Log.Error("late"), flow => flow.LogLines.Any(line => line.Text == "late"));
            },
            TimeSpan.FromMinutes(1));
    }

    private static Props Awaiting(Task released, IActorRef last) => AsyncHandler.Props(async (_, message) =>
    {
        await released;
        last.Tell(message);
    });

    // It happens after the condition was asked the first time.
    private static async Task UntilItHappens(ActionTracking tracking, Action happen, Func<TrackedAction, bool> condition)
    {
        var asked = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var happens = Task.Run(async () =>
        {
            await asked.Task;
            happen();
        });
        await tracking.WaitUntilAsync(flow =>
        {
            var holds = condition(flow);
            asked.TrySetResult();
            return holds;
        });
        await happens;
    }

    private sealed class Retrying : ReceiveActor
    {
        public Retrying()
        {
            Receive<string>(_ => throw new InvalidOperationException("the first time"));
            ReceiveAny(_ => { });
        }

        protected override void PreRestart(Exception reason, object message)
        {
            Self.Tell(1);
            base.PreRestart(reason, message);
        }
    }

    private sealed class Parent : ReceiveActor
    {
        public Parent()
        {
            var child = Context.Watch(Context.ActorOf(Echo.Props));
            Receive<string>(_ => Context.Stop(child));
            Receive<Terminated>(_ => child = Context.Watch(Context.ActorOf(Echo.Props)));
        }
    }

    private sealed class WaitsForSpan(ActivitySource source)
    {
        public bool HasFinished { get; private set; }

        public override string ToString()
        {
            HasFinished = Task.Run(() => source.StartActivity("look up")?.Dispose()).Wait(TimeSpan.FromSeconds(5));
            return "it";
        }
    }
}
