namespace AkkaInstrumentation.Tests.LastOnes;

/// <summary>The last messages of an actor that a rule names: which they are, how they ended, and when there are some.</summary>
public class LastMessagesSpec
{
    private const string Silent = "akka.loglevel = OFF";
    private const string Tested = "tested";
    private const string Four = $$"""
        {{Silent}}
        akka.instrumentation.rules.kept { path = "/user/**", last-messages = 4 }
        """;

    private sealed record Order(int Number);

    // although nobody listens
    private static readonly Dictionary<string, (string Hocon, Func<TestSystem, Task> Act, string Found)> Situations = new()
    {
        ["the last four, with sender and outcome"] = ("", Five,
            "LastMessagesSpec.Order /user/customer Processed; String /user/customer Failed; LastMessagesSpec.Order - Processed; Int64 /user/customer Processed"),
        ["an Ask has the common path of all, a message in an envelope of Akka its own name"] = ("", async system =>
        {
            await system.ActorOf(Echo.Props, Tested).Ask<int>(1, TimeSpan.FromSeconds(20));
            await system.System.ActorSelection($"/user/{Tested}").Ask<string>("selected", TimeSpan.FromSeconds(20));
        }, "String /temp/_ask Processed; Int32 /temp/_ask Processed"),

        // Terminated comes through the mailbox
        ["no system messages"] = ("", WatchSuspendAndResume, "Terminated /user/watched Processed; RepointableActorRef - Processed"),
        ["a message that was stashed comes again"] = ("", TellOrder(Props.Create(() => new StashesOnce())),
            "LastMessagesSpec.Order - Processed; LastMessagesSpec.Order - Stashed"),
        ["a message that was not handled"] = ("", TellOrder(Deaf.Props), "LastMessagesSpec.Order - Unhandled"),
        ["a message that was not handled, without metrics"] = ("akka.instrumentation.metrics.enabled = off", TellOrder(Deaf.Props),
            "LastMessagesSpec.Order - Processed"),
    };

    public static TheoryData<string> Names => [.. Situations.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public async Task The_kept_messages_are_those_of_the_situation(string situation)
    {
        var (hocon, act, found) = Situations[situation];
        await using var system = Systems.Instrumented($"{Four}\n{hocon}");

        await act(system);

        await Eventually.Equal(found, () => Text(system, $"/user/{Tested}"));
        Assert.All(Read(system, $"/user/{Tested}"), message => Assert.True(message.WorkTime >= TimeSpan.Zero));
    }

    [Fact]
    public async Task An_actor_without_a_rule_has_none_and_one_with_a_rule_has_an_empty_list()
    {
        await using var system = Systems.Instrumented($"{Silent}\nakka.instrumentation.rules.kept {{ path = \"/user/kept\", last-messages = 4 }}");
        system.ActorOf(Echo.Props, "other");
        system.ActorOf(Echo.Props, "kept");
        var extension = AkkaInstrumentationExtension.For(system.System);

        Assert.Null(extension.Insight.Answers.LastMessages("/user/other"));
        Assert.Null(extension.Insight.Answers.LastMessages("/user/nobody"));
        await Eventually.True(() => extension.Insight.Answers.LastMessages("/user/kept") is { Count: 0 });
        Assert.Throws<ArgumentException>(() => extension.Insight.Answers.LastMessages("kept"));
        Assert.Equal((4, 0), (extension.Insight.Answers.Explain("/user/kept", typeof(Order)).LastMessages, extension.Insight.Answers.Explain("/user/other",
            typeof(Order)).LastMessages));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    [InlineData(100)]
    public async Task Each_message_of_a_batch_is_there_once_and_times_follow_each_other(int throughput)
    {
        const int Messages = 40;
        await using var system = Systems.Instrumented($$"""
            akka.actor.default-dispatcher.throughput = {{throughput}}
            akka.instrumentation.rules.kept { path = "/user/**", last-messages = 64 }
            """);
        using var metrics = Unheeding.Metrics();
        using var hold = new Hold();
        var actor = system.ActorOf((_, _) => { }, "counted");
        var began = DateTime.UtcNow;
        await hold.EnterAt(actor);
        actor.TellEach(Messages, i => new Order(i));

        hold.Release();
        await Eventually.Equal(Messages, () => Read(system, "/user/counted")
            .Count(message => message is { Outcome: AkkaMessageOutcome.Processed, MessageType: "LastMessagesSpec.Order" }));

        var messages = Read(system, "/user/counted").Reverse().ToList();
        Assert.Equal(Messages + 1, messages.Count);
        Assert.Equal(nameof(Hold), messages[0].MessageType);
        Assert.InRange(messages[0].StartedAt, began - TimeSpan.FromMilliseconds(50), DateTime.UtcNow);
        for (var i = 1; i < messages.Count; i++)
        {
            // the end of one is no later than the start of the next; a time in UTC is right to some microseconds
            var end = messages[i - 1].StartedAt + messages[i - 1].WorkTime!.Value;
            Assert.True(end <= messages[i].StartedAt + TimeSpan.FromMilliseconds(1), $"{messages[i - 1]}\n{messages[i]}");
        }
    }

    [Fact]
    public async Task The_wait_is_known_while_somebody_listens_whatever_is_sampled()
    {
        const int Messages = 50;
        await using var system = Systems.Instrumented("""
            akka.instrumentation.metrics.distributions-rate = 10
            akka.instrumentation.tracing.sampling.ratio = 0
            akka.instrumentation.rules.kept { path = "/user/**", last-messages = 64 }
            """);
        var actor = system.ActorOf(Echo.Props, "unheard");
        await actor.Ask<int>(1, TimeSpan.FromSeconds(20));
        using var spans = SpanRecorder.UnderPath("/user/none");
        using var metrics = Unheeding.Metrics();
        actor.TellEach(Messages, i => new Order(i));

        await actor.Ask<string>("last", TimeSpan.FromSeconds(20));
        var messages = Read(system, "/user/unheard");
        Assert.Equal(Messages + 2, messages.Count);
        Assert.All(messages.Take(Messages + 1), message => Assert.NotNull(message.WaitTime));
        Assert.Contains(messages, message => message.WaitTime > TimeSpan.Zero);
    }

    [Fact]
    public async Task A_restart_keeps_them_and_a_new_actor_of_the_name_starts_with_none()
    {
        await using var system = Systems.Instrumented(Four);
        var actor = system.ActorOf(Handler.Fallible, "again");
        await actor.Ask<int>(1, TimeSpan.FromSeconds(20));
        actor.Tell("fail", ActorRefs.NoSender);
        await actor.Ask<int>(2, TimeSpan.FromSeconds(20));
        await Eventually.Equal("Int32 /temp/_ask Processed; String - Failed; Int32 /temp/_ask Processed", () => Text(system, "/user/again"));

        await actor.GracefulStop(TimeSpan.FromSeconds(20));
        await Eventually.True(() => system.System.GetInsight().LastMessages("/user/again") is null);

        // the name is free when the guardian knows of the end
        IActorRef? next = null;
        await Eventually.Passes(() => next = system.ActorOf(Handler.Fallible, "again"));
        await next!.Ask<string>("new", TimeSpan.FromSeconds(20));
        await Eventually.Equal("String /temp/_ask Processed", () => Text(system, "/user/again"));
    }

    [Theory]
    [InlineData(false, "Processed")]
    [InlineData(true, "Failed")]
    public async Task A_handler_that_awaits_runs_until_it_has_finished(bool fails, string outcome)
    {
        await using var system = Systems.Instrumented(Four);
        using var hold = new Hold();
        var actor = system.ActorOf(
            AsyncHandler.Props(async (_, message) =>
            {
                if (message is Order)
                {
                    await hold.PassAsync();
                    Assert.False(fails);
                }
            }),
            "awaiting");

        actor.Tell(new Order(1), ActorRefs.NoSender);
        actor.Tell("next", ActorRefs.NoSender);
        await hold.Entered;
        var running = Assert.Single(Read(system, "/user/awaiting"));
        Assert.Equal((AkkaMessageOutcome.Running, null), (running.Outcome, running.WorkTime));

        hold.Release();
        await Eventually.Equal($"String - Processed; LastMessagesSpec.Order - {outcome}", () => Text(system, "/user/awaiting"));
    }

    [Fact]
    public async Task A_change_at_run_time_holds_from_the_next_run_while_somebody_listens()
    {
        using var metrics = Unheeding.Metrics();
        await using var system = Systems.Instrumented();
        var control = AkkaInstrumentationExtension.For(system.System).Control;
        var actor = system.ActorOf(Echo.Props, "late");
        await actor.Ask<int>(1, TimeSpan.FromSeconds(20));

        control.Change("rules.kept { path = \"/user/late\", last-messages = 2 }");
        await Eventually.Passes(() =>
        {
            actor.Tell("poke", ActorRefs.NoSender);
            Assert.Equal(["String", "String"], system.System.GetInsight().LastMessages("/user/late")?.Select(message => message.MessageType));
        });

        control.Reset();
        await Eventually.Passes(() =>
        {
            actor.Tell("poke", ActorRefs.NoSender);
            Assert.Null(system.System.GetInsight().LastMessages("/user/late"));
        });
        Assert.Equal(3, await actor.Ask<int>(3, TimeSpan.FromSeconds(20)));
    }

    [Fact]
    public async Task Props_take_precedence_and_reach_the_routees()
    {
        await using var system = Systems.Instrumented(Four);
        var none = system.ActorOf(Echo.Props.WithInstrumentation(said => said.LastMessages = 0), "none");
        var pool = system.ActorOf(Echo.Props.WithInstrumentation(said => said.LastMessages = 1).WithRouter(new RoundRobinPool(1)), "pool");
        await none.Ask<int>(1, TimeSpan.FromSeconds(20));
        await pool.Ask<int>(1, TimeSpan.FromSeconds(20));
        await pool.Ask<string>("two", TimeSpan.FromSeconds(20));

        Assert.Null(system.System.GetInsight().LastMessages("/user/none"));
        await Eventually.Equal("String /temp/_ask Processed", () => Text(system, "/user/pool/$a"));
        Assert.Throws<ArgumentException>(() => Echo.Props.WithInstrumentation(said => said.LastMessages = AkkaLastMessage.MaxPerActor + 1));
    }

    private static Task Five(TestSystem system)
    {
        var sender = system.ActorOf(Echo.Props, "customer");
        var actor = system.ActorOf((_, message) => Assert.False(message is "fail"), Tested);
        actor.Tell(1, ActorRefs.NoSender);
        actor.Tell(2L, sender);
        actor.Tell(new Order(1), ActorRefs.Nobody);
        actor.Tell("fail", sender);
        actor.Tell(new Order(2), sender);
        return Task.CompletedTask;
    }

    private static Task WatchSuspendAndResume(TestSystem system)
    {
        var watched = system.ActorOf(Echo.Props, "watched");
        var actor = system.ActorOf((context, message) => _ = message is IActorRef other ? context.Watch(other) : null, Tested);
        actor.Tell(watched, ActorRefs.NoSender);
        ((IInternalActorRef)actor).Suspend();
        ((IInternalActorRef)actor).Resume(null);
        watched.Tell(PoisonPill.Instance, ActorRefs.NoSender);
        return Task.CompletedTask;
    }

    private static Func<TestSystem, Task> TellOrder(Props props) => system =>
    {
        system.ActorOf(props, Tested).Tell(new Order(1), ActorRefs.NoSender);
        return Task.CompletedTask;
    };

    private static IReadOnlyList<AkkaLastMessage> Read(TestSystem system, string path) =>
        system.System.GetInsight().LastMessages(path)!;

    private static string Text(TestSystem system, string path) =>
        string.Join("; ", Read(system, path).Select(message => $"{message.MessageType} {message.SenderPath ?? "-"} {message.Outcome}"));
}
