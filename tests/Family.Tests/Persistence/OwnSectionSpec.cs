using Akka.Persistence.Journal;
using Akka.Persistence.Snapshot;

namespace AkkaInstrumentation.Tests.Persistence;

/// <summary>A journal and a snapshot store of the application's, with a section of their own: it may have any name.</summary>
public sealed class OwnSectionSpec
{
    private const int Commands = 20;

    private sealed class OwnJournal : MemoryJournal;

    private sealed class OwnStore : MemorySnapshotStore;

    /// <summary>May name its journal itself.</summary>
    private sealed class Persistent : ReceivePersistentActor
    {
        public Persistent(string journal, IActorRef notified)
        {
            JournalPluginId = journal;
            Command<Account.Persists>(command => Persist(new Account.Persisted(command.Number), persisted => notified.Tell(persisted)));
        }

        public override string PersistenceId { get; } = $"persistent-{Guid.NewGuid():N}";
    }

    [Theory]
    [InlineData("my-journal", false)]
    [InlineData("shop.journal", false)]
    [InlineData("shop.journal", true)]
    public async Task Each_persist_handler_has_a_span_and_its_messages_are_in_the_commands_trace(string plugin, bool namedByActor)
    {
        await using var system = Systems.Instrumented(
            $$"""
            {{(namedByActor ? "" : $"akka.persistence.journal.plugin = \"{plugin}\"")}}
            {{plugin}}.class = "{{typeof(OwnJournal).AssemblyQualifiedName}}"
            """);
        using var metrics = new MetricRecorder(system);
        using var spans = SpanRecorder.OfActor(out var name);
        using var listener = Recorded.Everything();
        var told = new Told();
        var notified = told.Actor(system);
        var persistent = system.ActorOf(Props.Create(() => new Persistent(namedByActor ? plugin : "", notified)), name);
        for (var i = 0; i < Commands; i++)
        {
            told.Sends(i, new Account.Persists(i), persistent);
        }

        await told.AllAreInTheirTraces(Commands);
        await Eventually.Equal(Commands, () => spans.Stopped.Count(span => span.GetTagItem(AkkaSpanAttributes.PersistenceAnswer) is not null));
        await Eventually.Equal(Commands, () => metrics.Of(AkkaMetricNames.PersistenceWriteDuration).Count);
    }

    [Fact]
    public async Task A_snapshot_is_saved_in_its_commands_trace()
    {
        await using var system = Systems.Instrumented(
            $$"""
            akka.persistence.snapshot-store.plugin = "shop.snapshots"
            shop.snapshots.class = "{{typeof(OwnStore).AssemblyQualifiedName}}"
            """);
        using var listener = Recorded.Everything();
        var found = new TaskCompletionSource<ActivityTraceId>(TaskCreationOptions.RunContinuationsAsynchronously);
        var account = await Account.Recovered(system, system.ActorOf((_, message) =>
        {
            if (message is Account.Persisted)
            {
                found.SetResult(Activity.Current?.TraceId ?? default);
            }
        }));
        using var root = Recorded.Root();
        account.Tell(new Account.LoadsSnapshot(1), ActorRefs.NoSender);

        Assert.Equal(root.TraceId, await Eventually.Within(found.Task));
    }
}
