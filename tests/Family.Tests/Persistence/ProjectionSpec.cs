using Akka.Persistence.Query;
using Akka.Persistence.Sql.Query;
using Akka.Streams;
using Akka.Streams.Dsl;

namespace AkkaInstrumentation.Tests.Persistence;

/// <summary>A projection: a stream of Akka.Persistence.Query gives each event to an actor, which writes to a database.</summary>
public sealed class ProjectionSpec
{
    private const int Events = 50;

    [Fact]
    public async Task Each_event_begins_a_trace_with_what_its_handler_does()
    {
        using var file = new SqliteJournal();
        await using var system = Systems.Instrumented($"{file.Hocon}\n{file.QueryHocon}");
        using var database = new ActivitySource($"database-{Guid.NewGuid():N}");
        var spans = new ConcurrentQueue<Activity>();
        using var library = Recorded.Everything(database.Name);
        library.ActivityStopped = spans.Enqueue;
        var id = Account.NewId();
        var account = system.ActorOf(Account.Props(id, system.ActorOf((_, _) => { })));
        account.Tell(new Account.PersistsAll(1, Events), ActorRefs.NoSender);
        await account.Ask<string>("written?", TimeSpan.FromSeconds(60));
        var projected = new CountdownEvent(Events);
        var projector = system.ActorOf(
            (_, message) =>
            {
                if (message is EventEnvelope)
                {
                    database.StartActivity("INSERT")?.Dispose();
                    projected.Signal();
                }
            },
            "projector");
        using var materializer = system.System.Materializer();

        PersistenceQuery.Get(system.System).ReadJournalFor<SqlReadJournal>(SqlReadJournal.Identifier)
            .CurrentEventsByPersistenceId(id, 0, long.MaxValue)
            .RunWith(Sink.ActorRef<EventEnvelope>(projector, "completed", _ => "failed"), materializer);

        await Eventually.True(() => projected.IsSet, () => $"{Events - projected.CurrentCount} of {Events} were projected");
        await Eventually.Equal((Events, Events), () => (Projections().Count, spans.Count(span => span.Source.Name == database.Name)));
        Assert.All(Projections(), span => Assert.Equal(default, span.ParentSpanId));
        Assert.Equal(
            Projections().Select(span => span.SpanId).ToHashSet(),
            spans.Where(span => span.Source.Name == database.Name).Select(span => span.ParentSpanId).ToHashSet());

        List<Activity> Projections() => [.. spans.Where(span =>
            system.Name.Equals(span.GetTagItem(AkkaSpanAttributes.ActorSystemName))
                && "EventEnvelope".Equals(span.GetTagItem(AkkaSpanAttributes.MessageType)))];
    }
}
