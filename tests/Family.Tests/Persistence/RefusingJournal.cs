using System.Collections.Immutable;
using Akka.Persistence;
using Akka.Persistence.Journal;

namespace AkkaInstrumentation.Tests.Persistence;

/// <summary>A journal in memory that fails, rejects, or answers late: the first request after the second one.</summary>
internal sealed class RefusingJournal(Akka.Configuration.Config config) : MemoryJournal
{
    private readonly string _kind = config.GetString("kind");
    private TaskCompletionSource? _held;

    public static string Hocon(string kind) =>
        $$"""
        akka.persistence.journal.plugin = "akka.persistence.journal.refusing"
        akka.persistence.journal.refusing {
          class = "{{typeof(RefusingJournal).FullName}}, Family.Tests"
          plugin-dispatcher = "akka.persistence.dispatchers.default-plugin-dispatcher"
          kind = {{kind}}
        }
        """;

    protected override Task<IImmutableList<Exception>> WriteMessagesAsync(IEnumerable<AtomicWrite> messages)
    {
        var writes = messages.ToList();
        return _kind switch
        {
            "fails" => Task.FromException<IImmutableList<Exception>>(new InvalidOperationException("the journal is full")),
            "rejects" => Task.FromResult<IImmutableList<Exception>>([.. writes.Select(_ => new InvalidOperationException("not that"))]),
            _ => Late(writes),
        };
    }

    private Task<IImmutableList<Exception>> Late(List<AtomicWrite> writes)
    {
        if (_held is { } held)
        {
            _held = null;
            var second = base.WriteMessagesAsync(writes);
            held.SetResult();
            return second;
        }

        var first = _held = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var written = base.WriteMessagesAsync(writes);
        return After();

        async Task<IImmutableList<Exception>> After()
        {
            await first.Task;
            return await written;
        }
    }
}
