using Akka.Persistence;

namespace AkkaInstrumentation.Tests.Persistence;

/// <summary>A command, its persist handlers and what they send are one trace.</summary>
public sealed class PersistSpec
{
    public static TheoryData<object, int, bool> Commands => new()
    {
        { new Account.Persists(1), 1, false },
        { new Account.PersistsAll(1, 3), 3, false },
        { new Account.PersistsAsync(1), 1, false },
        { new Account.Defers(1), 1, false },
        { new Account.Persists(1), 1, true },
        { new Account.PersistsAll(1, 3), 3, true },
        { new Account.PersistsAsync(1), 1, true },
    };

    [Theory]
    [MemberData(nameof(Commands))]
    public async Task Each_persist_handler_is_a_child_of_its_command(object command, int events, bool isDatabase)
    {
        using var database = new SqliteJournal();
        await using var system = Systems.Instrumented(isDatabase ? database.Hocon : "");
        var account = await Account.Recovered(system, system.ActorOf((_, _) => { }, "notified"));

        var flow = (await system.System.TrackAsync(() => account.Tell(command, ActorRefs.NoSender), TimeSpan.FromSeconds(60))).ShouldHaveNoOrphans();

        // no message of the journal's has a span, nor has its answer to the whole request
        Assert.All(flow.MessagesAt("/user/account").Skip(1),
            handler => Assert.Equal((flow.Messages[0], "Account.Persisted"), (handler.Cause, handler.MessageType)));
        Assert.Equal(events, flow.MessagesAt("/user/notified").Select(told => told.Cause).OfType<MessageStep>()
            .Where(cause => cause.ActorPath == "/user/account").Distinct().Count());
        Assert.Equal(events, flow.MessagesAt("/user/notified").Count);
        Assert.DoesNotContain(flow.Messages, message => message.ActorPath.StartsWith("/system/", StringComparison.Ordinal));
    }

    /// <summary>It runs in a message of the journal's, which is no message of the application's.</summary>
    [Theory]
    [InlineData("", "Account/Account.Persisted")]
    [InlineData("akka.instrumentation.tracing.span-name = \"process {actor} {message}\"", "process Account Account.Persisted")]
    [InlineData("akka.instrumentation.rules.named { path = \"/user/**\", span-name = \"{message}!\" }", "Account.Persisted!")]
    public async Task A_persist_handlers_span_has_the_name_of_the_event(string hocon, string expected)
    {
        await using var system = Systems.Instrumented(hocon);
        using var spans = SpanRecorder.OfActor(out var name);
        var account = await Account.Recovered(system, system.ActorOf((_, _) => { }), name);

        account.Tell(new Account.PersistsAll(1, 2), ActorRefs.NoSender);
        account.Tell(new Account.Defers(2), ActorRefs.NoSender);

        // two of the first command; one that is persisted and one that is deferred of the second
        await Eventually.Equal(4, () => Answers(spans).Count);
        Assert.All(Answers(spans), span => Assert.Equal(
            (expected, "Account.Persisted"), (span.DisplayName, span.GetTagItem(AkkaSpanAttributes.MessageType))));
        Assert.Equal(["deferred", "success", "success", "success"],
            Answers(spans).Select(span => span.GetTagItem(AkkaSpanAttributes.PersistenceAnswer)).Order());
    }

    [Fact]
    public async Task So_has_the_span_after_the_fact_of_a_failed_handler()
    {
        await using var system = Systems.Instrumented(
            $"{ScriptedJournal.Hocon("fails")}\nakka.loglevel = OFF\nakka.instrumentation.tracing.sampling.ratio = 0");
        using var spans = SpanRecorder.OfActor(out var name);
        var account = await Account.Recovered(system, system.ActorOf((_, _) => { }), name);

        account.Tell(new Account.Persists(1), ActorRefs.NoSender);

        await IsNamedAfterTheEvent(spans, "Account", "failure");
    }

    /// <summary>Its command was not sampled. The handler is the application's, and may be the slow part or the one that fails.</summary>
    [Theory]
    [InlineData("slow", "tracing.retroactive { errors = off, slow-work = 10ms }")]
    [InlineData("fail", "tracing.retroactive.errors = on")]
    public async Task So_has_the_span_after_the_fact_of_a_slow_or_throwing_handler(string command, string settings)
    {
        await using var system = Systems.Instrumented(
            $"akka.loglevel = OFF\nakka.instrumentation {{ tracing.sampling.ratio = 0\n {settings} }}");
        using var spans = SpanRecorder.OfActor(out var name);

        system.System.ActorOf(Akka.Actor.Props.Create(() => new Handling(null)), name).Tell(command, ActorRefs.NoSender);

        await IsNamedAfterTheEvent(spans, "PersistSpec.Handling", "success");
    }

    [Theory]
    [InlineData("trace = only-in-trace")]
    [InlineData("trace = never, message = WriteMessageSuccess")]
    public async Task A_rule_can_exclude_it(string rule)
    {
        await using var system = Systems.Instrumented(
            $$"""
            akka.loglevel = OFF
            akka.instrumentation { tracing.sampling.ratio = 0, rules.r { path = "/user/**", {{rule}} } }
            """);
        using var spans = SpanRecorder.OfActor(out var name);
        var restarts = new TaskCompletionSource();
        system.System.ActorOf(Akka.Actor.Props.Create(() => new Handling(restarts)), name).Tell("fail", ActorRefs.NoSender);
        await restarts.Task;

        Assert.Empty(Answers(spans));
    }

    [Theory]
    [InlineData("persist", 500)]
    [InlineData("persist async", 500, true)]
    [InlineData("persist and stash", 500)]
    [InlineData("persist", 20_000)]
    public async Task Of_many_commands_each_stays_in_its_own_trace(string kind, int count, bool withSenders = false)
    {
        await using var system = Systems.Instrumented();
        using var listener = Recorded.Everything();
        var told = new Told();
        var account = system.ActorOf(Account.Props(told.Actor(system)));
        for (var i = 0; i < count; i++)
        {
            object command = kind switch
            {
                "persist async" => new Account.PersistsAsync(i),
                "persist and stash" => new Account.StashesThenPersists(i),
                _ => new Account.Persists(i),
            };
            told.Sends(i, command, account, withSenders ? system.ActorOf((_, _) => { }) : ActorRefs.NoSender);
        }

        if (kind == "persist and stash")
        {
            account.Tell(new Account.Open(), ActorRefs.NoSender);
        }

        await told.AllAreInTheirTraces(count);
    }

    [Theory]
    [InlineData("off")]
    [InlineData("on")]
    public async Task A_journal_that_answers_late_and_out_of_order_loses_no_trace(string systemActors)
    {
        const int Actors = 50;
        await using var system = Systems.Instrumented($"{ScriptedJournal.Hocon("late")}\nakka.instrumentation.system-actors = {systemActors}");
        using var listener = Recorded.Everything();
        var told = new Told();
        var notified = told.Actor(system);

        for (var i = 0; i < Actors; i++)
        {
            told.Sends(i, new Account.Persists(i), system.ActorOf(Account.Props(notified)));
        }

        await told.AllAreInTheirTraces(Actors);
    }

    /// <summary>The actor stashes what it gets during a write, and Akka's stash does not tell two uses of one object apart.</summary>
    [Theory]
    [InlineData(1, 1)]
    [InlineData(2, 2)]
    [InlineData(2, 1)]
    public async Task An_object_that_is_sent_twice_during_a_write_comes_back_to_its_flow(int flows, int senders)
    {
        using var gate = new ScriptedJournal.Gate();
        await using var system = Systems.Instrumented(gate.Hocon);
        using var listener = Recorded.Everything();
        using var spans = SpanRecorder.OfActor(out var name);
        var account = await Account.Recovered(system, system.ActorOf((_, _) => { }, "notified"), name);
        var from = Enumerable.Range(0, senders).Select(_ => system.ActorOf((_, _) => { })).ToList();
        var shared = new Account.Persists(2);
        gate.Close();
        var first = system.System.TrackAsync(() => account.Tell(new Account.Persists(1), ActorRefs.NoSender));

        var tracked = Enumerable.Range(0, flows).Select(flow => system.System.TrackAsync(() =>
        {
            for (var i = 0; i < 2 / flows; i++)
            {
                account.Tell(shared, from[(flow + i) % senders]);
            }
        })).ToList();
        await Eventually.Equal(3, () => spans.Stopped.Count(span => "Account.Persists".Equals(span.GetTagItem(AkkaSpanAttributes.MessageType))));
        Assert.All(tracked, flow => Assert.False(flow.IsCompleted));
        gate.Open();

        // of one sender's two flows nobody can tell which it is in
        await first;
        Assert.All((await Task.WhenAll(tracked))
            .Where(_ => senders == flows), flow => Assert.Equal(2 / flows, flow.ShouldHaveNoOrphans().MessagesAt("/user/notified").Count));
    }

    private static async Task IsNamedAfterTheEvent(SpanRecorder spans, string actor, string answer)
    {
        await Eventually.Equal(1, () => Answers(spans).Count);
        var span = Answers(spans)[0];
        Assert.Equal(($"{actor}/Account.Persisted", "Account.Persisted", answer),
            (span.DisplayName, span.GetTagItem(AkkaSpanAttributes.MessageType), span.GetTagItem(AkkaSpanAttributes.PersistenceAnswer)));
    }

    private static List<Activity> Answers(SpanRecorder spans) =>
        [.. spans.Stopped.Where(span => span.GetTagItem(AkkaSpanAttributes.PersistenceAnswer) is not null)];

    private sealed class Handling : ReceivePersistentActor
    {
        private readonly TaskCompletionSource? _restarts;

        public Handling(TaskCompletionSource? restarts)
        {
            _restarts = restarts;
            Command<string>(said => Persist(new Account.Persisted(1), _ =>
            {
                if (said == "fail")
                {
                    throw new InvalidOperationException("as planned");
                }

                SpinWait.SpinUntil(() => false, 100);
            }));
        }

        public override string PersistenceId { get; } = Account.NewId();

        protected override void PreRestart(Exception reason, object message)
        {
            _restarts?.TrySetResult();
            base.PreRestart(reason, message);
        }
    }
}
