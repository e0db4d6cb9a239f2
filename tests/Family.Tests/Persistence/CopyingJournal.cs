namespace AkkaInstrumentation.Tests.Persistence;

/// <summary>A journal in memory whose answers have copies of the events, as those of a journal on another node.</summary>
internal sealed class CopyingJournal : OverridableMemoryJournal
{
    public static string Hocon { get; } =
        $$"""
        akka.persistence.journal.plugin = "akka.persistence.journal.copying"
        akka.persistence.journal.copying {
          class = "{{typeof(CopyingJournal).FullName}}, Family.Tests"
          plugin-dispatcher = "akka.persistence.dispatchers.default-plugin-dispatcher"
        }
        """;

    protected override bool AroundReceive(Receive receive, object message) =>
        base.AroundReceive(receive, message is WriteMessages write
            ? new WriteMessages(write.Messages.Select(Copied), write.PersistentActor, write.ActorInstanceId) : message);

    private static IPersistentEnvelope Copied(IPersistentEnvelope envelope) =>
        envelope is AtomicWrite { Payload: IEnumerable<IPersistentRepresentation> events }
        ? new AtomicWrite(events.Select(written =>
            written.Update(written.SequenceNr, written.PersistenceId, written.IsDeleted, written.Sender, written.WriterGuid)).ToImmutableList())
        : envelope;
}
