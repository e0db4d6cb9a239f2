using Akka.Persistence.Journal;
using Written = System.Threading.Tasks.Task<System.Collections.Immutable.IImmutableList<System.Exception>>;

namespace AkkaInstrumentation.Tests.Persistence;

/// <summary>A journal in memory that does with writes and recoveries what a test's script says.</summary>
internal sealed class ScriptedJournal(Akka.Configuration.Config config) : MemoryJournal
{
    private static readonly ConcurrentDictionary<string, Script> Scripts = new();

    private readonly Script _script = Scripts[config.GetString("script")];

    /// <summary>
    /// A journal that fails, rejects, cannot read, answers late (the first request after the second one), or whose answers have copies of the events,
    /// as those of a journal on another node.
    /// </summary>
    public static string Hocon(string kind) => (kind switch
    {
        "fails" => new Script { Write = (_, _) => throw new InvalidOperationException("the journal is full") },
        "rejects" => new Script { Write = (_, count) => Rejected(count) },
        "cannot-read" => new Script { Read = () => throw new InvalidOperationException("the journal is broken") },
        "late" => OutOfOrder(),
        _ => new Script { Copies = true },
    }).Hocon;

    protected override bool AroundReceive(Receive receive, object message) =>
        base.AroundReceive(receive, _script.Copies && message is WriteMessages write
            ? new WriteMessages(write.Messages.Select(Copied), write.PersistentActor, write.ActorInstanceId) : message);

    public override async Task<long> ReadHighestSequenceNrAsync(string persistenceId, long fromSequenceNr, CancellationToken cancellationToken)
    {
        await _script.Read();
        return await base.ReadHighestSequenceNrAsync(persistenceId, fromSequenceNr, cancellationToken);
    }

    protected override async Written WriteMessagesAsync(IEnumerable<AtomicWrite> messages, CancellationToken cancellationToken)
    {
        var writes = messages.ToList();
        return await _script.Write(() => base.WriteMessagesAsync(writes, cancellationToken), writes.Count);
    }

    private static Written Rejected(int count) =>
        Task.FromResult<IImmutableList<Exception>>([.. Enumerable.Repeat(new InvalidOperationException("not that"), count)]);

    private static Script OutOfOrder()
    {
        TaskCompletionSource? first = null;
        return new() { Write = Write };

        async Written Write(Func<Written> write, int count)
        {
            var written = write();
            if (first is { } waits)
            {
                first = null;
                waits.SetResult();
            }
            else
            {
                await (first = new(TaskCreationOptions.RunContinuationsAsynchronously)).Task;
            }

            return await written;
        }
    }

    private static IPersistentEnvelope Copied(IPersistentEnvelope envelope) =>
        envelope is AtomicWrite { Payload: IEnumerable<IPersistentRepresentation> events }
        ? new AtomicWrite(events.Select(written =>
            written.Update(written.SequenceNr, written.PersistenceId, written.IsDeleted, written.Sender, written.WriterGuid)).ToImmutableList())
        : envelope;

    internal class Script
    {
        private readonly string _name = $"{Guid.NewGuid():N}";

        public Script() => Scripts[_name] = this;

        public string Hocon =>
            $$"""
            akka.persistence.journal.plugin = "akka.persistence.journal.scripted"
            akka.persistence.journal.scripted {
              class = "{{typeof(ScriptedJournal).FullName}}, Family.Tests"
              plugin-dispatcher = "akka.persistence.dispatchers.default-plugin-dispatcher"
              script = "{{_name}}"
            }
            """;

        /// <summary>Gets what writes to memory, and how many writes it is.</summary>
        public Func<Func<Written>, int, Written> Write { get; init; } = (write, _) => write();

        /// <summary>Begins each recovery.</summary>
        public Func<Task> Read { get; init; } = () => Task.CompletedTask;

        public bool Copies { get; init; }
    }

    /// <summary>Lets a journal write and recover when the test says so.</summary>
    internal sealed class Gate : Script, IDisposable
    {
        private volatile TaskCompletionSource? _closed;
        private int _waiting;

        /// <param name="keeps">Whether the journal keeps the events. Otherwise it only answers.</param>
        public Gate(bool keeps = true)
        {
            Read = Pass;
            Write = async (write, _) =>
            {
                var written = keeps ? await write() : null!;
                await Pass();
                return written;
            };
        }

        /// <summary>How many requests wait.</summary>
        public int Waiting => Volatile.Read(ref _waiting);

        public void Close() => _closed = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);

        public void Open()
        {
            var closed = _closed;
            _closed = null;
            closed?.SetResult();
        }

        public void Dispose() => Open();

        private async Task Pass()
        {
            Interlocked.Increment(ref _waiting);
            await (_closed?.Task ?? Task.CompletedTask);
            Interlocked.Decrement(ref _waiting);
        }
    }
}
