using System.Text.Json;

namespace AkkaInstrumentation.Tests;

/// <summary>What a flow shows, and what belongs to it.</summary>
public sealed class FlowSpec
{
    [Fact]
    public async Task Flows_of_tests_that_run_at_once_do_not_see_each_other()
    {
        const int Flows = 30;
        await using var system = Systems.Instrumented();
        var shop = Shop.In(system.System);

        var flows = await Task.WhenAll(Enumerable.Range(0, Flows)
            .Select(_ => Task.Run(() => system.System.TrackAsync(() => shop.Ask<Receipt>(new PlaceOrder("tea"))))));

        Assert.All(flows, flow => Assert.Equal(3, flow.ShouldBeOneTrace().ShouldHaveNoOrphans().Messages.Count));
        Assert.Equal(Flows, flows.SelectMany(flow => flow.Steps.Select(step => step.TraceId)).Distinct().Count());
    }

    [Fact]
    public async Task An_actor_that_was_made_just_before_is_seen_from_its_first_message()
    {
        await using var system = Systems.Instrumented();
        for (var i = 0; i < 50; i++)
        {
            var actor = system.System.ActorOf(Handler.Props((_, _) => { }));
            var flow = await system.System.TrackAsync(() => actor.Tell("first"));
            Assert.Single(flow.Messages);
        }
    }

    /// <summary>It is a step, and no message.</summary>
    [Fact]
    public async Task An_ask_is_a_step_of_its_own_around_the_messages_that_it_causes()
    {
        await using var system = Systems.Instrumented(Systems.SeesAsks);
        var shop = Shop.In(system.System);
        var flow = await system.System.TrackAsync(() => shop.Ask<Receipt>(new PlaceOrder("tea")));

        var ask = Assert.Single(flow.ShouldHaveNoOrphans().Roots);
        Assert.Equal(("ask PlaceOrder", typeof(TrackedStep), 3), (ask.Name, ask.GetType(), flow.Messages.Count));
        Assert.NotNull(ask.Duration);
        Assert.StartsWith("ask PlaceOrder\n  ", flow.ToOutline(), StringComparison.Ordinal);
        Assert.Contains("Test->>", flow.ToMermaid().Replace("p0", "Test", StringComparison.Ordinal), StringComparison.Ordinal);
    }

    /// <summary>The answer is a part of what the action causes.</summary>
    [Fact]
    public async Task An_ask_that_nobody_waits_for_is_waited_for()
    {
        await using var system = Systems.Instrumented(Systems.SeesAsks);
        var silent = system.ActorOf((_, _) => { }, "silent");
        var failed = await Assert.ThrowsAsync<TrackingException>(
            () => system.System.TrackAsync(() => { _ = silent.Ask<string>("question"); }, TimeSpan.FromSeconds(1)));
        Assert.Contains("the span ask String is open", failed.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Spans_of_streams_that_somebody_else_records_are_no_steps()
    {
        await using var system = Systems.Instrumented();
        using var streams = new ActivitySource("Akka.Streams");
        using var listener = new ActivityListener
        {
            ShouldListenTo = source => source == streams,
            Sample = (ref ActivityCreationOptions<ActivityContext> _) => ActivitySamplingResult.AllDataAndRecorded,
        };
        ActivitySource.AddActivityListener(listener);
        var next = system.ActorOf((_, _) => { }, "next");
        var actor = system.ActorOf((_, _) =>
        {
            using var stage = streams.StartActivity("akka.stream.stage Select");
            next.Tell("in a stream");
        }, "actor");
        var open = default(Activity);

        var flow = await system.System.TrackAsync(() =>
        {
            actor.Tell("message");
            open = streams.StartActivity("akka.stream.ingress Queue");
        });

        open!.Stop();
        Assert.Equal(["/user/actor", "/user/next"], flow.ShouldHaveNoOrphans().Steps.Cast<MessageStep>().Select(message => message.ActorPath));
        Assert.Same(flow.Messages[0], flow.Messages[1].Cause);
    }

    [Fact]
    public async Task Unhandled_messages_and_dead_letters_have_their_cause()
    {
        await using var system = Systems.Instrumented();
        var gone = system.ActorOf((_, _) => { }, "gone");
        await gone.GracefulStop(TimeSpan.FromSeconds(20));
        var actor = system.ActorOf((context, message) =>
        {
            if (message is string)
            {
                gone.Tell(new Receipt("lost"));
            }
            else
            {
                ((ActorCell)context).System.EventStream.Publish(new UnhandledMessage(message, context.Sender, context.Self));
            }
        }, "sender");

        var flow = await system.System.TrackAsync(() =>
        {
            actor.Tell("send");
            actor.Tell(1);
        });

        var letter = Assert.Single(flow.DeadLetters);
        Assert.Equal(("Receipt", "/user/gone", flow.MessageAt("/user/sender", "String")), (letter.MessageType, letter.ReceiverPath, letter.Cause));
        var unhandled = Assert.Single(flow.Unhandled);
        Assert.Equal(("Int32", "/user/sender", flow.MessageAt("/user/sender", "Int32")), (unhandled.MessageType, unhandled.ReceiverPath, unhandled.Cause));
        Assert.Contains("These messages were lost", Assert.Throws<TrackingException>(() => flow.ShouldLoseNothing()).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_message_whose_sender_expects_that_it_may_be_lost_is_no_loss()
    {
        await using var system = Systems.Instrumented();
        var gone = system.ActorOf((_, _) => { }, "gone");
        await gone.GracefulStop(TimeSpan.FromSeconds(20));

        var flow = await system.System.TrackAsync(() =>
        {
            gone.Tell(new Reminder());
            gone.Tell(new Receipt("lost"));
        });

        Assert.Equal("Receipt", Assert.Single(flow.DeadLetters).MessageType);
    }

    [Fact]
    public async Task Log_lines_of_the_flow_are_there_and_no_others()
    {
        await using var system = Systems.Instrumented("akka.loglevel = INFO");
        var actor = system.ActorOf((context, message) => context.GetLogger().Info("{0} was here", message));

        var elsewhere = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var flow = await system.System.TrackAsync(async tracking =>
        {
            ThreadPool.UnsafeQueueUserWorkItem(_ =>
            {
                system.System.Log.Info("elsewhere");
                elsewhere.SetResult();
            }, null);
            await elsewhere.Task;
            actor.Tell("somebody");
            await tracking.WaitUntilSettledAsync();
        });

        var line = Assert.Single(flow.LogLines);
        Assert.Equal((LogLevel.InfoLevel, "somebody was here", Assert.Single(flow.Messages)), (line.Level, line.Text, line.Cause));
    }

    [Fact]
    public async Task A_span_of_another_library_is_a_step_between_two_messages()
    {
        using var source = new ActivitySource($"database-{Guid.NewGuid():N}");
        await using var system = Systems.Instrumented();
        var last = system.ActorOf((_, _) => { }, "last");
        var actor = system.ActorOf((_, message) =>
        {
            using var query = source.StartActivity("SELECT");
            last.Tell(message);
        }, "first");

        var flow = await system.System.TrackAsync(() => actor.Tell("go"));

        Assert.Equal(["Handler <- String", "  SELECT", "    Handler <- String"], flow.ToOutline().Split('\n'));
        Assert.Equal(2, flow.ShouldHaveNoOrphans().Messages.Count);
    }

    [Fact]
    public async Task A_message_that_only_links_to_its_sender_is_a_second_trace()
    {
        await using var system = Systems.Instrumented("""akka.instrumentation.rules.linked { path = "/user/linked", relation = link }""");
        var linked = system.ActorOf((_, _) => { }, "linked");
        var first = system.ActorOf((_, message) => linked.Tell(message), "first");

        var flow = await system.System.TrackAsync(() => first.Tell("go"));

        Assert.Equal(2, flow.Messages.Count);
        Assert.Contains("2 traces", Assert.Throws<TrackingException>(() => flow.ShouldBeOneTrace()).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_actor_whose_messages_have_no_span_is_waited_for_and_named()
    {
        await using var system = Systems.Instrumented("""akka.instrumentation.rules.hidden { path = "/user/hidden", trace = never }""");
        var last = system.ActorOf((_, _) => { }, "last");
        var hidden = system.ActorOf((_, message) => last.Tell(message), "hidden");

        var flow = await system.System.TrackAsync(() => hidden.Tell("go"));

        Assert.Equal("/user/last", Assert.Single(flow.Messages).ActorPath);
        Assert.Contains("1 at /user/hidden", flow.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Each_expectation_that_does_not_hold_names_the_reason_and_shows_the_flow()
    {
        await using var system = Systems.Instrumented();
        var shop = Shop.In(system.System);
        var flow = await system.System.TrackAsync(() => shop.Tell(new PlaceOrder("nothing")));

        foreach (var (expectation, why) in new (Action, string)[]
        {
            (() => flow.ShouldPass("StockActor", "OrderActor"), "They reach OrderActor only earlier."),
            (() => flow.ShouldPass("BankActor"), "They reach BankActor not at all."),
            (() => flow.ShouldHaveNoFailures(), "nothing to charge"),
            (() => flow.ShouldHandleAtMost(2), "3 messages were handled, expected are at most 2."),
            (() => flow.ShouldBlockNothing(TimeSpan.Zero), "These handlers held a thread"),
            (() => flow.MessageAt("BankActor"), "BankActor has handled 0 messages"),
        })
        {
            var error = Assert.Throws<TrackingException>(expectation);
            Assert.Contains(why, error.Message, StringComparison.Ordinal);
            Assert.Contains("3 messages:\nOrderActor <- PlaceOrder", error.Message, StringComparison.Ordinal);
            Assert.Same(flow, error.Tracked);
        }
    }

    [Fact]
    public async Task The_flow_is_also_a_diagram_and_json()
    {
        await using var system = Systems.Instrumented();
        var shop = Shop.In(system.System);
        var flow = await system.System.TrackAsync(() => shop.Tell(new PlaceOrder("nothing")));

        var diagram = flow.ToMermaid().Split('\n');
        Assert.Equal("sequenceDiagram", diagram[0]);
        Assert.Contains("    participant p0 as Test", diagram);
        Assert.Contains("    p0->>p1: PlaceOrder", diagram);
        Assert.Contains(diagram, line => line.EndsWith(": System.ArgumentException, restart", StringComparison.Ordinal));

        using var json = JsonDocument.Parse(flow.ToJson());
        var steps = json.RootElement.GetProperty("steps").EnumerateArray().ToList();
        Assert.Equal(3, steps.Count);
        Assert.Equal(("OrderActor", JsonValueKind.Null), (steps[0].GetProperty("actorType").GetString(), steps[0].GetProperty("cause").ValueKind));
        Assert.All(steps[1..], step => Assert.Equal(0, step.GetProperty("cause").GetInt32()));
        Assert.Equal("restart", steps.Single(step => step.TryGetProperty("failure", out _))
            .GetProperty("failure").GetProperty("directive").GetString());
    }

    [Fact]
    public async Task A_test_with_an_activity_of_its_own_keeps_it()
    {
        await using var system = Systems.Instrumented();
        using var mine = new Activity("mine").Start();
        var flow = await system.System.TrackAsync(() => Assert.NotSame(mine, Activity.Current));
        Assert.Same(mine, Activity.Current);
        Assert.Empty(flow.Steps);
    }

    private sealed record Reminder : IDeadLetterSuppression;
}
