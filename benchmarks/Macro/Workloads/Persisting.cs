using System.Collections.Immutable;
using Akka.Actor;
using Akka.Persistence;
using Akka.Persistence.Journal;
using Akka.Persistence.Sql.Journal;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// Persistent actors. Each command persists one event, and is done when the handler of its event has run. With <c>Persist</c>, a hundred actors share
/// the commands. With <c>PersistAsync</c>, one actor gets bursts, and the next burst is sent when the last one is done.
/// </summary>
/// <param name="burst">Commands of a burst; 0 for <c>Persist</c>.</param>
/// <param name="inDatabase">Whether the journal is a SQLite file. Otherwise it is in memory, and keeps nothing.</param>
internal sealed class Persisting(int burst, bool inDatabase) : IWorkload
{
    private const int Actors = 100;
    private const int PerPortion = 10_000;

    private readonly Done _done = new();
    private readonly object _command = new();
    private IActorRef[] _actors = [];

    public string Name => (burst == 0 ? "persist" : $"persist-async-{burst}") + (inDatabase ? "-sqlite" : "");

    public string What =>
        (burst == 0 ? $"commands to {Actors} persistent actors, each with Persist" : $"bursts of {burst:N0} commands to a persistent actor, each with PersistAsync")
        + (inDatabase ? ", to a SQLite file" : ", to a journal in memory that keeps nothing");

    // With Persist, each event is a transaction of its own.
    public int Messages => !inDatabase ? 200_000 : burst == 0 ? 1_000 : 20_000;

    /// <summary>The actors are persistent, so no telemetry by hand is around them.</summary>
    public IReadOnlyList<string> States => ["idle", "metrics", "both-1pct", "both-all"];

    public string Hocon => inDatabase
        ? $$"""
            akka.persistence.journal.plugin = "akka.persistence.journal.sql"
            akka.persistence.journal.sql {
              class = "{{typeof(SqlWriteJournal).FullName}}, Akka.Persistence.Sql"
              plugin-dispatcher = "akka.persistence.dispatchers.default-plugin-dispatcher"
              connection-string = "DataSource={{File.Replace('\\', '/')}}"
              provider-name = "SQLite.MS"
              buffer-size = 200000
            }
            """
        : $$"""
            akka.persistence.journal.plugin = "akka.persistence.journal.answering"
            akka.persistence.journal.answering {
              class = "{{typeof(AnsweringJournal).FullName}}, {{typeof(AnsweringJournal).Assembly.GetName().Name}}"
              plugin-dispatcher = "akka.persistence.dispatchers.default-plugin-dispatcher"
            }
            """;

    private static string File { get; } = Path.Combine(Path.GetTempPath(), $"bench-{Guid.NewGuid():N}.db");

    public async Task Start(ActorSystem system)
    {
        AppDomain.CurrentDomain.ProcessExit += static (_, _) => System.IO.File.Delete(File);
        _actors = [.. Enumerable.Range(0, burst == 0 ? Actors : 1).Select(i => system.ActorOf(Props.Create(() => new Account($"account-{i}", burst > 0, _done)), $"account-{i}"))];

        // they have recovered
        foreach (var actor in _actors)
        {
            await actor.Ask<object>(Account.Recovered, TimeSpan.FromMinutes(1));
        }
    }

    public async Task<long> Run(int messages)
    {
        for (var left = messages; left > 0; left -= burst == 0 ? PerPortion : burst)
        {
            var count = Math.Min(left, burst == 0 ? PerPortion : burst);
            var done = _done.Expect(count);
            for (var i = 0; i < count; i++)
            {
                _actors[i % _actors.Length].Tell(_command, ActorRefs.NoSender);
            }

            await done;
        }

        return messages;
    }

    private sealed class Account(string id, bool isAsync, Done done) : UntypedPersistentActor
    {
        public const string Recovered = "recovered?";

        private static readonly string Event = "something happened";

        public override string PersistenceId => id;

        protected override void OnRecover(object message)
        {
        }

        protected override void OnCommand(object message)
        {
            if (Recovered.Equals(message))
            {
                Sender.Tell(message);
            }
            else if (isAsync)
            {
                PersistAsync(Event, _ => done.Part());
            }
            else
            {
                Persist(Event, _ => done.Part());
            }
        }
    }

    /// <summary>What it keeps would slow down the iterations, one after the other.</summary>
    private sealed class AnsweringJournal : MemoryJournal
    {
        private static readonly Task<IImmutableList<Exception>> Written = Task.FromResult<IImmutableList<Exception>>(null!);

        protected override Task<IImmutableList<Exception>> WriteMessagesAsync(IEnumerable<AtomicWrite> messages, CancellationToken cancellationToken)
        {
            // the events are prepared as they are enumerated
            _ = messages.Count();
            return Written;
        }
    }
}
