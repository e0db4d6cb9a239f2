namespace AkkaInstrumentation.Tests.Persistence;

/// <summary>Events and snapshots in a SQLite file, with Akka.Persistence.Sql.</summary>
public sealed class SqlSpec
{
    private const string Answer = "WriteMessageSuccess";

    [Fact]
    public async Task A_snapshot_is_saved_in_its_commands_trace_and_a_recovery_from_it_belongs_to_none()
    {
        using var database = new SqliteJournal();
        await using var system = Systems.Instrumented(database.Hocon);

        // whoever starts to listen during a run of a mailbox sees its spans from the next run
        using var before = Recorded.Everything();
        var recovered = new TaskCompletionSource<(Basket.Recovered Message, Activity? Current)>();
        var notified = system.ActorOf((_, message) =>
        {
            if (message is Basket.Recovered { Snapshot: > 0 } ready)
            {
                recovered.TrySetResult((ready, Activity.Current));
            }
        });
        var basket = system.ActorOf(Basket.Props("basket", notified), "basket");
        basket.Tell(new Basket.AddsAll(1, 3), ActorRefs.NoSender);
        Assert.Equal(3, await basket.Ask<int>(new Basket.Counts(), TimeSpan.FromSeconds(60)));

        using var spans = SpanRecorder.WithRoot(out var root);
        Assert.Equal("saved", await basket.Ask<string>(new Basket.Saves(), TimeSpan.FromSeconds(60)));
        basket.Tell(new Basket.Adds(4), ActorRefs.NoSender);
        await Eventually.Equal(1, () => Of(spans, "/user/basket", Answer).Count);
        var saves = Assert.Single(Of(spans, "/user/basket"), span => "SqlSpec.Basket.Saves".Equals(span.GetTagItem(AkkaSpanAttributes.MessageType)));
        var saved = Assert.Single(Of(spans, "/user/basket"), span => "SaveSnapshotSuccess".Equals(span.GetTagItem(AkkaSpanAttributes.MessageType)));
        Assert.Equal((root.SpanId, saves.SpanId), (saves.ParentSpanId, saved.ParentSpanId));

        // the actor starts and recovers inside the trace
        await basket.GracefulStop(TimeSpan.FromSeconds(60));
        var again = system.ActorOf(Basket.Props("basket", notified), "again");
        await again.Ask<ActorIdentity>(new Identify("started"), TimeSpan.FromSeconds(60));
        Assert.Equal(4, await again.Ask<int>(new Basket.Counts(), TimeSpan.FromSeconds(60)));
        var (ready, current) = await Eventually.Within(recovered.Task);
        Assert.Equal(new Basket.Recovered(Snapshot: 3, Events: 1), ready);
        Assert.NotEqual(root.TraceId, current?.TraceId);
        await Eventually.True(() => Of(spans, "/user/again")
            .Any(span => "SqlSpec.Basket.Counts".Equals(span.GetTagItem(AkkaSpanAttributes.MessageType))));
        Assert.Equal(["SqlSpec.Basket.Counts"], Of(spans, "/user/again").Select(span => span.GetTagItem(AkkaSpanAttributes.MessageType)).Distinct());
    }

    private static List<Activity> Of(SpanRecorder spans, string path, string? answer = null) =>
        [.. spans.Stopped.Where(span => path.Equals(span.GetTagItem(AkkaSpanAttributes.ActorPath))
            && (answer is null || answer.Equals(span.GetTagItem(AkkaSpanAttributes.PersistenceAnswer))))];

    private sealed class Basket(string id, IActorRef notified) : UntypedPersistentActor
    {
        private int _items;
        private int _snapshot;
        private int _events;
        private IActorRef _saver = ActorRefs.Nobody;

        public sealed record Adds(int Number);

        public sealed record AddsAll(int Number, int Events);

        public sealed record Counts;

        public sealed record Saves;

        public sealed record Added(int Number);

        public sealed record Recovered(int Snapshot, int Events);

        public override string PersistenceId => id;

        public static Props Props(string id, IActorRef notified) => Akka.Actor.Props.Create(() => new Basket(id, notified));

        protected override void OnRecover(object message)
        {
            switch (message)
            {
                case SnapshotOffer { Snapshot: int items }:
                    (_items, _snapshot) = (items, items);
                    break;
                case Added:
                    _items++;
                    _events++;
                    break;
                case RecoveryCompleted:
                    notified.Tell(new Recovered(_snapshot, _events));
                    break;
            }
        }

        protected override void OnCommand(object message)
        {
            switch (message)
            {
                case Adds command:
                    Persist(new Added(command.Number), Notify);
                    break;
                case AddsAll command:
                    PersistAll(Enumerable.Range(0, command.Events).Select(_ => new Added(command.Number)), Notify);
                    break;
                case Counts:
                    Sender.Tell(_items);
                    break;
                case Saves:
                    _saver = Sender;
                    SaveSnapshot(_items);
                    break;
                case SaveSnapshotSuccess:
                    _saver.Tell("saved");
                    break;
            }
        }

        private void Notify(Added added)
        {
            _items++;
            notified.Forward(added);
        }
    }
}
