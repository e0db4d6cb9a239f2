using Akka.Pattern;
using AkkaInstrumentation.Tests.Persistence;

namespace AkkaInstrumentation.Tests.Advice;

/// <summary>Actors that start again after a pause, and writes that are fewer.</summary>
internal static class PersistenceTrials
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(100);

    public static IEnumerable<Trial> All { get; } =
    [
        new(AkkaCauseKinds.FailingStore, "BackoffSupervisor", StartsAgainAfterAWriteHasFailed),
        new(AkkaCauseKinds.RestartLoop, "BackoffSupervisor", RestartsAfterAPause),
        new(AkkaCauseKinds.SlowStore, "PersistAll", async () => Assert.Equal(1, await Writes(new Account.PersistsAll(1, 20)))),
        new(AkkaCauseKinds.SlowStore, "PersistAsync", async () => Assert.InRange(await Writes(new Account.Bursts(1, 20)), 1, 2)),
    ];

    private static async Task StartsAgainAfterAWriteHasFailed()
    {
        var fails = true;
        var journal = new ScriptedJournal.Script
        {
            Write = (write, _) => Volatile.Read(ref fails) ? throw new InvalidOperationException("the database is away") : write(),
        };
        await using var system = Systems.Instrumented($"{journal.Hocon}\nakka.loglevel = OFF");
        var (recoveries, persisted) = (0, new ConcurrentQueue<int>());
        var notified = system.ActorOf((_, message) =>
        {
            if (message is Account.Ready)
            {
                Interlocked.Increment(ref recoveries);
            }
            else if (!Volatile.Read(ref fails))
            {
                persisted.Enqueue(((Account.Persisted)message).Number);
            }
        });
        var supervisor = system.ActorOf(BackoffSupervisor.Props(
            Backoff.OnStop(Account.Props(notified), "account", Pause, 2 * Pause, randomFactor: 0, maxNrOfRetries: -1)));
        await supervisor.Ask<string>("ready?", Trial.Patience);
        supervisor.Tell(new Account.Persists(1), ActorRefs.NoSender);

        // Akka stops an actor whose write has failed
        await Eventually.Equal(2, () => Volatile.Read(ref recoveries));
        Volatile.Write(ref fails, false);
        await supervisor.Ask<string>("ready?", Trial.Patience);
        supervisor.Tell(new Account.Persists(2), ActorRefs.NoSender);
        await Eventually.Equal(1, () => persisted.Count);
        Assert.Equal([2], persisted);
    }

    private static async Task RestartsAfterAPause()
    {
        const int Failures = 3;
        await using var system = Systems.Instrumented("akka.loglevel = OFF");
        var (started, failed) = (new ConcurrentQueue<long>(), new ConcurrentQueue<long>());
        var child = Hooked.Props(new()
        {
            PreStart = _ => started.Enqueue(Stopwatch.GetTimestamp()),
            Handle = (context, message) =>
            {
                if (message is "fail")
                {
                    failed.Enqueue(Stopwatch.GetTimestamp());
                    throw new InvalidOperationException("as planned");
                }

                context.Sender.Tell(message);
            },
        });
        var supervisor = system.ActorOf(BackoffSupervisor.Props(
            Backoff.OnFailure(child, "child", Pause, Pause, randomFactor: 0, maxNrOfRetries: -1)));
        for (var i = 1; i <= Failures; i++)
        {
            await Eventually.Equal(i, () => started.Count);
            supervisor.Tell("fail", ActorRefs.NoSender);
        }

        await Eventually.Equal(Failures + 1, () => started.Count);
        Assert.All(failed.Zip(started.Skip(1), Stopwatch.GetElapsedTime), pause =>
            Assert.InRange(pause, Pause - TimeSpan.FromMilliseconds(30), TimeSpan.MaxValue));

        // the message that fails is not handled again, and those behind it are
        Assert.Equal("next", await supervisor.Ask<string>("next", Trial.Patience));
    }

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
}
