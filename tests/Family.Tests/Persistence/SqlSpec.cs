namespace AkkaInstrumentation.Tests.Persistence;

/// <summary>Events and snapshots in a SQLite file, with Akka.Persistence.Sql.</summary>
public sealed class SqlSpec
{
    [Fact]
    public async Task A_snapshot_is_saved_in_its_commands_trace_and_a_recovery_from_it_belongs_to_none()
    {
        using var database = new SqliteJournal();
        await using var system = Systems.Instrumented(database.Hocon);

        // whoever starts to listen during a run of a mailbox sees its spans from the next run
        using var before = Recorded.Everything();
        var recovered = new TaskCompletionSource<(Account.Ready Message, Activity? Current)>();
        var notified = system.ActorOf((_, message) =>
        {
            if (message is Account.Ready { Snapshot: > 0 } ready)
            {
                recovered.TrySetResult((ready, Activity.Current));
            }
        });
        var account = system.ActorOf(Account.Props("stored", notified), "account");
        account.Tell(new Account.PersistsAll(1, 3), ActorRefs.NoSender);
        await account.Ask<string>("written?", TimeSpan.FromSeconds(60));

        using var spans = SpanRecorder.WithRoot(out var root);
        account.Tell(new Account.Saves(), ActorRefs.NoSender);
        await Eventually.Equal("Account.Saves, SaveSnapshotSuccess", () => Types(spans, "/user/account"));
        account.Tell(new Account.Persists(4), ActorRefs.NoSender);
        await Eventually.True(() => spans.Stopped.Any(span => "success".Equals(span.GetTagItem(AkkaSpanAttributes.PersistenceAnswer))));
        var saves = Assert.Single(spans.Stopped, span => "Account.Saves".Equals(span.GetTagItem(AkkaSpanAttributes.MessageType)));
        var saved = Assert.Single(spans.Stopped, span => "SaveSnapshotSuccess".Equals(span.GetTagItem(AkkaSpanAttributes.MessageType)));
        Assert.Equal((root.SpanId, saves.SpanId), (saves.ParentSpanId, saved.ParentSpanId));

        // the actor starts and recovers inside the trace
        await account.GracefulStop(TimeSpan.FromSeconds(60));
        var again = system.ActorOf(Account.Props("stored", notified), "again");
        await again.Ask<ActorIdentity>(new Identify("started"), TimeSpan.FromSeconds(60));
        await again.Ask<string>("recovered?", TimeSpan.FromSeconds(60));
        var (ready, current) = await Eventually.Within(recovered.Task);
        Assert.Equal(new Account.Ready(Snapshot: 3, Events: 1), ready);
        Assert.NotEqual(root.TraceId, current?.TraceId);
        await Eventually.Equal("String", () => Types(spans, "/user/again"));
    }

    private static string Types(SpanRecorder spans, string path) => string.Join(", ", spans.Stopped
        .Where(span => path.Equals(span.GetTagItem(AkkaSpanAttributes.ActorPath)))
        .Select(span => span.GetTagItem(AkkaSpanAttributes.MessageType)).Distinct().Order());
}
