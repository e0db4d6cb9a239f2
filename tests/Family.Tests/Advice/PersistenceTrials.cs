using AkkaInstrumentation.Tests.Persistence;

namespace AkkaInstrumentation.Tests.Advice;

/// <summary>Writes that are fewer, and recoveries that are shorter or more at a time.</summary>
internal static class PersistenceTrials
{
    private const int Accounts = 6;

    public static IEnumerable<Trial> All { get; } =
    [
        new(AkkaCauseKinds.SlowStore, "PersistAll", async () => Assert.Equal(1, await Writes(new Account.PersistsAll(1, 20)))),
        new(AkkaCauseKinds.SlowStore, "PersistAsync", async () => Assert.InRange(await Writes(new Account.Bursts(1, 20)), 1, 2)),
        new(AkkaCauseKinds.SlowRecovery, "snapshots", SnapshotsSaveEvents),
        new(AkkaCauseKinds.SlowRecovery, "akka.persistence.max-concurrent-recoveries", async () =>
        {
            await RecoverAtATime(2);
            await RecoverAtATime(Accounts);
        }),
    ];

    // Requests to the journal for twenty events. One at a time they are twenty.
    private static async Task<int> Writes(object command)
    {
        var writes = 0;
        var journal = new ScriptedJournal.Script
        {
            Write = (write, _) =>
            {
                Interlocked.Increment(ref writes);
                return write();
            },
        };
        await using var system = Systems.Instrumented(journal.Hocon);
        var events = 0;
        var account = await Account.Recovered(system, system.ActorOf((_, message) => events += message is Account.Persisted ? 1 : 0));
        account.TellTimes(20, new Account.Persists(1));
        await Eventually.Equal(20, () => events);
        Assert.Equal(20, writes);

        account.Tell(command, ActorRefs.NoSender);
        await Eventually.Equal(40, () => events);
        return writes - 20;
    }

    private static async Task SnapshotsSaveEvents()
    {
        await using var system = Systems.Instrumented("akka.persistence.snapshot-store.plugin = \"akka.persistence.snapshot-store.inmem\"");
        var (id, ready) = (Account.NewId(), new ConcurrentQueue<Account.Ready>());
        var notified = system.ActorOf((_, message) =>
        {
            if (message is Account.Ready now)
            {
                ready.Enqueue(now);
            }
        });
        await Recover(5);
        await Recover();
        await Eventually.True(() => ready.Contains(new(Snapshot: 0, Events: 5)));
        await Recover(new Account.Saves());

        // it is saved at some time
        await Eventually.True(async () =>
        {
            await Recover();
            return ready.Contains(new(Snapshot: 5, Events: 0));
        });

        async Task Recover(params object[] commands)
        {
            var account = system.ActorOf(Account.Props(id, notified));
            foreach (var command in commands)
            {
                if (command is int persists)
                {
                    account.TellTimes(persists, new Account.Persists(1));
                }
                else
                {
                    account.Tell(command, ActorRefs.NoSender);
                }
            }

            await account.Ask<string>("ready?", Trial.Patience);
            await account.GracefulStop(Trial.Patience);
        }
    }

    // No more than the permits recover at a time, and no fewer.
    private static async Task RecoverAtATime(int permits)
    {
        var open = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var (inside, most) = (0, new ConcurrentQueue<int>());
        var journal = new ScriptedJournal.Script
        {
            Read = async () =>
            {
                most.Enqueue(Interlocked.Increment(ref inside));
                await open.Task;
                Interlocked.Decrement(ref inside);
            },
        };
        await using var system = Systems.Instrumented($"{journal.Hocon}\nakka.persistence.max-concurrent-recoveries = {permits}");
        var notified = system.ActorOf(Echo.Props);
        var accounts = Enumerable.Range(0, Accounts).Select(_ => system.ActorOf(Account.Props(notified))).ToList();
        await Eventually.Equal(permits, () => Volatile.Read(ref inside));
        open.SetResult();
        await Task.WhenAll(accounts.Select(account => account.Ask<string>("ready?", Trial.Patience)));
        Assert.Equal((Accounts, permits), (most.Count, most.Max()));
    }
}
