namespace AkkaInstrumentation.Tests.Persistence;

/// <summary>A journal in memory that fails, rejects, cannot read, or answers late: the first request after the second one.</summary>
internal sealed class RefusingJournal(Akka.Configuration.Config config) : OverridableMemoryJournal
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

    protected override Task<IImmutableList<Exception>> Write(IReadOnlyList<AtomicWrite> writes) => _kind switch
    {
        "cannot-read" => base.Write(writes),
        "fails" => Task.FromException<IImmutableList<Exception>>(new InvalidOperationException("the journal is full")),
        "rejects" => Task.FromResult<IImmutableList<Exception>>([.. writes.Select(_ => new InvalidOperationException("not that"))]),
        _ => Late(writes),
    };

    protected override Task<long> ReadHighest(string persistenceId, long from) =>
        _kind == "cannot-read" ? Task.FromException<long>(new InvalidOperationException("the journal is broken"))
            : base.ReadHighest(persistenceId, from);

    private Task<IImmutableList<Exception>> Late(IReadOnlyList<AtomicWrite> writes)
    {
        if (_held is { } held)
        {
            _held = null;
            var second = base.Write(writes);
            held.SetResult();
            return second;
        }

        var first = _held = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var written = base.Write(writes);
        return After();

        async Task<IImmutableList<Exception>> After()
        {
            await first.Task;
            return await written;
        }
    }
}
