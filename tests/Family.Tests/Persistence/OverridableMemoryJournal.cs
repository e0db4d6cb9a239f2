using Akka.Persistence.Journal;

namespace AkkaInstrumentation.Tests.Persistence;

/// <summary>A journal in memory with two methods to override. Its own have parameters that no test needs.</summary>
internal abstract class OverridableMemoryJournal : MemoryJournal
{
    public sealed override Task<long> ReadHighestSequenceNrAsync(string persistenceId, long fromSequenceNr, CancellationToken cancellationToken) =>
        ReadHighest(persistenceId, fromSequenceNr);

    protected sealed override Task<IImmutableList<Exception>> WriteMessagesAsync(IEnumerable<AtomicWrite> messages,
        CancellationToken cancellationToken) =>
        Write([.. messages]);

    protected virtual Task<IImmutableList<Exception>> Write(IReadOnlyList<AtomicWrite> writes) =>
        base.WriteMessagesAsync(writes, CancellationToken.None);

    /// <summary>Begins each recovery.</summary>
    protected virtual Task<long> ReadHighest(string persistenceId, long from) =>
        base.ReadHighestSequenceNrAsync(persistenceId, from, CancellationToken.None);
}
