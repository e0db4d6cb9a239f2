namespace AkkaInstrumentation.Tests.Persistence;

/// <summary>A journal in memory that writes and recovers when the test lets it.</summary>
internal sealed class HeldJournal(Akka.Configuration.Config config) : OverridableMemoryJournal
{
    private static readonly System.Collections.Concurrent.ConcurrentDictionary<string, Gate> Gates = new();

    private readonly Gate _gate = Gates[config.GetString("gate")];
    private readonly bool _keeps = config.GetBoolean("keeps");

    /// <summary>Opens and closes a journal.</summary>
    internal sealed class Gate : IDisposable
    {
        private readonly string _name = $"{Guid.NewGuid():N}";
        private readonly bool _keeps;
        private volatile TaskCompletionSource? _closed;
        private int _waiting;

        /// <param name="keeps">Whether the journal keeps the events. Otherwise it only answers.</param>
        public Gate(bool keeps = true)
        {
            _keeps = keeps;
            Gates[_name] = this;
        }

        public string Hocon =>
            $$"""
            akka.persistence.journal.plugin = "akka.persistence.journal.held"
            akka.persistence.journal.held {
              class = "{{typeof(HeldJournal).FullName}}, Family.Tests"
              plugin-dispatcher = "akka.persistence.dispatchers.default-plugin-dispatcher"
              gate = "{{_name}}"
              keeps = {{(_keeps ? "on" : "off")}}
            }
            """;

        /// <summary>How many requests wait.</summary>
        public int Waiting => Volatile.Read(ref _waiting);

        public void Close() => _closed = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);

        public void Open()
        {
            var closed = _closed;
            _closed = null;
            closed?.SetResult();
        }

        public async Task Pass()
        {
            Interlocked.Increment(ref _waiting);
            await (_closed?.Task ?? Task.CompletedTask);
            Interlocked.Decrement(ref _waiting);
        }

        public void Dispose()
        {
            Open();
            Gates.TryRemove(_name, out _);
        }
    }

    protected override async Task<IImmutableList<Exception>> Write(IReadOnlyList<AtomicWrite> writes)
    {
        var written = _keeps ? await base.Write(writes) : null!;
        await _gate.Pass();
        return written;
    }

    protected override async Task<long> ReadHighest(string persistenceId, long from)
    {
        await _gate.Pass();
        return await base.ReadHighest(persistenceId, from);
    }
}
