namespace AkkaInstrumentation.Tests.Persistence;

/// <summary>A recovery belongs to no trace. The message that waits for its end stays in its own.</summary>
public sealed class RecoverySpec
{
    [Fact]
    public async Task What_an_actor_sends_when_it_has_recovered_is_a_root_and_the_message_that_started_it_waits_in_its_trace()
    {
        using var gate = new ScriptedJournal.Gate();
        await using var system = Systems.Instrumented(gate.Hocon);
        using var before = Recorded.Everything();
        using var all = SpanRecorder.OfActor(out var name);
        var notified = system.ActorOf((_, _) => { }, name);
        var id = await Written(system, notified, events: 3);
        var shard = system.ActorOf((context, message) => context.ActorOf(Account.Props(id, notified), "account").Forward(message), "shard");
        await Eventually.Equal(1 + 3, () => all.Stopped.Count);
        using var spans = SpanRecorder.WithRoot(out _);
        gate.Close();
        shard.Tell(new Account.Persists(1), ActorRefs.NoSender);
        await Eventually.Equal("Account.Persists", () => Types(spans, "/user/shard").SingleOrDefault());
        await Eventually.Equal(1, () => gate.Waiting);
        gate.Open();

        // the handler of the event, what it told, the command and its stashing, the shard
        await Eventually.Equal(1 + 3 + 2, () => all.Stopped.Count);
        await Eventually.Passes(() =>
            Assert.Equal(["Account.Persisted", "Account.Persists", "Account.Persists"], Types(spans, "/user/shard/account")));
        Assert.Equal(["Account.Persisted"], Types(spans, $"/user/{name}"));
        Assert.Single(spans.Stopped, span => span.GetTagItem(AkkaSpanAttributes.StashDuration) is double and > 0);

        // of the first actor and of the second
        var ready = all.Stopped.Where(span => "Account.Ready".Equals(span.GetTagItem(AkkaSpanAttributes.MessageType))).ToList();
        Assert.Equal(2, ready.Count);
        Assert.All(ready, span => Assert.Equal((default, $"/user/{name}"), (span.ParentSpanId, $"{span.GetTagItem(AkkaSpanAttributes.ActorPath)}")));
    }

    [Fact]
    public async Task A_restart_recovers_in_no_trace_and_is_measured()
    {
        await using var system = Systems.Instrumented("akka.loglevel = OFF");
        using var metrics = new MetricRecorder(system);
        using var before = Recorded.Everything();
        using var all = SpanRecorder.OfActor(out var name);
        var notified = system.ActorOf((_, _) => { }, name);
        var account = await Account.Recovered(system, notified);
        account.Tell(new Account.PersistsAll(1, 5), ActorRefs.NoSender);
        await Eventually.Equal(1 + 5, () => all.Stopped.Count);
        using var spans = SpanRecorder.WithRoot(out var root);
        account.Tell(new Account.Fails(), ActorRefs.NoSender);

        await Eventually.Equal(1 + 5 + 1, () => all.Stopped.Count);
        await Eventually.True(() => spans.Stopped.Any(span => span.Status == ActivityStatusCode.Error));
        Assert.Equal(["Account.Fails"], Types(spans, "/user/account"));
        Assert.Empty(Types(spans, $"/user/{name}"));
        Assert.DoesNotContain(all.Stopped, span => span.TraceId == root.TraceId);
        Assert.Equal([0.0, 5.0], metrics.Values(AkkaMetricNames.PersistenceRecoveryEvents, (AkkaSpanAttributes.ActorType, "Account")));
    }

    [Fact]
    public async Task Actors_that_wait_for_a_permit_to_recover_stay_out_of_each_others_traces()
    {
        const int Actors = 50;
        await using var system = Systems.Instrumented("akka.persistence.max-concurrent-recoveries = 1");
        using var listener = Recorded.Everything();
        using var all = SpanRecorder.OfActor(out var name);
        var notified = system.ActorOf((_, _) => { }, name);
        var traces = new List<ActivityTraceId>();
        var starter = system.ActorOf((context, message) => context.ActorOf(Account.Props(notified)).Forward(message));
        for (var i = 0; i < Actors; i++)
        {
            using var root = Recorded.Root();
            traces.Add(root.TraceId);
            starter.Tell(new Account.Persists(i), ActorRefs.NoSender);
        }

        await Eventually.Equal(Actors * 2, () => all.Stopped.Count);
        Assert.All(all.Stopped, span =>
        {
            if ("Account.Ready".Equals(span.GetTagItem(AkkaSpanAttributes.MessageType)))
            {
                Assert.DoesNotContain(span.TraceId, traces);
            }
            else
            {
                Assert.Contains(span.TraceId, traces);
            }
        });
    }

    private static async Task<string> Written(TestSystem system, IActorRef notified, int events)
    {
        var id = Account.NewId();
        var account = system.ActorOf(Account.Props(id, notified));
        Activity.Current = null;
        account.Tell(new Account.PersistsAll(0, events), ActorRefs.NoSender);
        await account.Ask<string>("written?", TimeSpan.FromSeconds(60));
        await account.GracefulStop(TimeSpan.FromSeconds(60));
        return id;
    }

    private static List<string> Types(SpanRecorder spans, string path) =>
    [
        .. spans.Stopped.Where(span => path.Equals(span.GetTagItem(AkkaSpanAttributes.ActorPath)))
            .Select(span => $"{span.GetTagItem(AkkaSpanAttributes.MessageType)}").Order(StringComparer.Ordinal),
    ];
}
