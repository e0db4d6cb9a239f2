using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation.Tests.Persistence;

/// <summary>A command, its persist handlers and what they send are one trace.</summary>
public sealed class PersistSpec
{
    public static TheoryData<object, string, int> Commands => new()
    {
        { new Account.Persists(1), "WriteMessageSuccess", 1 },
        { new Account.PersistsAll(1, 3), "WriteMessageSuccess", 3 },
        { new Account.PersistsAsync(1), "WriteMessageSuccess", 1 },
        { new Account.Defers(1), "LoopMessageSuccess", 1 },
    };

    [Theory]
    [MemberData(nameof(Commands))]
    public async Task Each_persist_handler_is_a_child_of_its_command(object command, string answer, int events)
    {
        await using var system = Systems.Instrumented();

        // who begins to listen during a run of a mailbox sees its spans from the next run on
        using var before = Recorded.Everything();
        var notified = system.ActorOf((_, _) => { }, "notified");
        var account = await Account.Recovered(system, notified);
        using var spans = SpanRecorder.WithRoot(out var root);
        account.Tell(command, ActorRefs.NoSender);

        // a handler's span may stop after those of what it sent
        await Eventually.Equal((events, events), () => (Of(spans, "/user/notified").Count, Of(spans, "/user/account").Count(span => $"{span.GetTagItem(AkkaSpanAttributes.PersistenceAnswer)}" == answer)));
        var handled = Assert.Single(Of(spans, "/user/account"), span => span.ParentSpanId == root.SpanId);
        var handlers = Of(spans, "/user/account").Where(span => $"{span.GetTagItem(AkkaSpanAttributes.PersistenceAnswer)}" == answer).ToList();
        Assert.Equal(events, handlers.Count);
        Assert.All(handlers, handler =>
        {
            Assert.Equal(handled.SpanId, handler.ParentSpanId);
            Assert.Equal("Account.Persisted", handler.GetTagItem(AkkaSpanAttributes.MessageType));
            Assert.Single(Of(spans, "/user/notified"), span => span.ParentSpanId == handler.SpanId);
        });

        // no span for the journal's answer to the whole request
        Assert.DoesNotContain(Of(spans, "/user/account"), span => $"{span.GetTagItem(AkkaSpanAttributes.MessageType)}".StartsWith("Write", StringComparison.Ordinal));
        Assert.DoesNotContain(spans.Started, span => $"{span.GetTagItem(AkkaSpanAttributes.ActorPath)}".StartsWith("/system/", StringComparison.Ordinal));
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
        var (expected, found) = (new ActivityTraceId[count], new ActivityTraceId[count]);
        var done = new CountdownEvent(count);
        var notified = system.ActorOf((_, message) =>
        {
            if (message is Account.Persisted persisted)
            {
                found[persisted.Number] = Activity.Current?.TraceId ?? default;
                done.Signal();
            }
        });
        var account = system.ActorOf(Account.Props(notified));
        for (var i = 0; i < count; i++)
        {
            using var root = Recorded.Root();
            expected[i] = root.TraceId;
            account.Tell(
                kind switch
                {
                    "persist async" => new Account.PersistsAsync(i),
                    "persist and stash" => new Account.StashesThenPersists(i),
                    _ => new Account.Persists(i),
                },
                withSenders ? system.ActorOf((_, _) => { }) : ActorRefs.NoSender);
        }

        if (kind == "persist and stash")
        {
            account.Tell(new Account.Open(), ActorRefs.NoSender);
        }

        await Eventually.True(() => done.IsSet, () => $"{done.CurrentCount} are missing", TimeSpan.FromMinutes(3));
        Assert.Equal(expected, found);
    }

    [Theory]
    [InlineData("fails", "WriteMessageFailure")]
    [InlineData("rejects", "WriteMessageRejected")]
    public async Task A_journal_that_refuses_answers_in_the_commands_trace(string journal, string answer)
    {
        await using var system = Systems.Instrumented(RefusingJournal.Hocon(journal));

        // who begins to listen during a run of a mailbox sees its spans from the next run on
        using var before = Recorded.Everything();
        var notified = system.ActorOf((_, _) => { }, "notified");
        var account = await Account.Recovered(system, notified);
        using var spans = SpanRecorder.WithRoot(out var root);
        account.Tell(new Account.Persists(1), ActorRefs.NoSender);

        await Eventually.Equal((1, 1), () => (Of(spans, "/user/notified").Count, Of(spans, "/user/account").Count(span => $"{span.GetTagItem(AkkaSpanAttributes.PersistenceAnswer)}" == answer)));
        var handled = Assert.Single(Of(spans, "/user/account"), span => span.ParentSpanId == root.SpanId);
        var handler = Assert.Single(Of(spans, "/user/account"), span => $"{span.GetTagItem(AkkaSpanAttributes.PersistenceAnswer)}" == answer);
        Assert.Equal(handled.SpanId, handler.ParentSpanId);
        Assert.Equal(handler.SpanId, Of(spans, "/user/notified")[0].ParentSpanId);
    }

    [Theory]
    [InlineData("off")]
    [InlineData("on")]
    public async Task A_journal_that_answers_late_and_out_of_order_loses_no_trace(string systemActors)
    {
        const int Actors = 50;
        await using var system = Systems.Instrumented($"{RefusingJournal.Hocon("late")}\nakka.instrumentation.system-actors = {systemActors}");
        using var listener = Recorded.Everything();
        var (expected, found) = (new ActivityTraceId[Actors], new ActivityTraceId[Actors]);
        var done = new CountdownEvent(Actors);
        var notified = system.ActorOf((_, message) =>
        {
            if (message is Account.Persisted persisted)
            {
                found[persisted.Number] = Activity.Current?.TraceId ?? default;
                done.Signal();
            }
        });
        for (var i = 0; i < Actors; i++)
        {
            var account = system.ActorOf(Account.Props(notified));
            using var root = Recorded.Root();
            expected[i] = root.TraceId;
            account.Tell(new Account.Persists(i), ActorRefs.NoSender);
        }

        await Eventually.True(() => done.IsSet, () => $"{done.CurrentCount} are missing");
        Assert.Equal(expected, found);
    }

    [Fact]
    public async Task A_receive_persistent_actor_too()
    {
        await using var system = Systems.Instrumented();
        using var spans = SpanRecorder.WithRoot(out var root);
        var notified = system.ActorOf((_, _) => { }, "notified");
        system.ActorOf(Props.Create(() => new Ledger(notified)), "account").Tell("command", ActorRefs.NoSender);

        await Eventually.Equal(1, () => Of(spans, "/user/notified").Count);
        Assert.Equal(root.TraceId, Of(spans, "/user/notified")[0].TraceId);
        await Eventually.Equal(1, () => Of(spans, "/user/account").Count(span => "WriteMessageSuccess".Equals(span.GetTagItem(AkkaSpanAttributes.PersistenceAnswer))));
    }

    private static List<Activity> Of(SpanRecorder spans, string path) =>
        [.. spans.Stopped.Where(span => path.Equals(span.GetTagItem(AkkaSpanAttributes.ActorPath)))];
}
