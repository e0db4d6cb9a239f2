namespace AkkaInstrumentation.Tests.Persistence;

/// <summary>A listener throws at each instrument in turn, while a persistent actor recovers, stashes, writes and restarts.</summary>
public sealed class ThrowingInstrumentsSpec
{
    private const int Each = 10;

    public static TheoryData<string> Throwers =>
    [
        AkkaMetricNames.PersistenceRecoveryDuration, AkkaMetricNames.PersistenceRecoveryEvents, AkkaMetricNames.PersistenceWriteDuration,
        AkkaMetricNames.MailboxWaitDuration, AkkaMetricNames.ActorProcessDuration,
        ThrowingListener.Start, ThrowingListener.End, ThrowingListener.Everything,
    ];

    [Theory]
    [MemberData(nameof(Throwers))]
    public async Task Each_command_is_persisted_once_and_in_order(string thrower)
    {
        await using var system = Systems.Instrumented(
            "akka { loglevel = OFF, instrumentation { metrics.distributions = all, tracing.sampling.ratio = 1 } }");
        using var listener = new ThrowingListener(system.Name, thrower);
        var told = new ConcurrentQueue<object>();
        var account = system.ActorOf(Account.Props(system.ActorOf((_, message) => told.Enqueue(message))));

        // the first ones wait for the recovery in Akka's own stash
        account.TellEach(Each, i => new Account.Persists(i), ActorRefs.NoSender);
        account.TellEach(Each, i => new Account.StashesThenPersists(Each + i), ActorRefs.NoSender);
        account.Tell(new Account.Open(), ActorRefs.NoSender);
        await Eventually.Equal(2 * Each, () => Persisted().Count());
        account.Tell(new Account.Fails(), ActorRefs.NoSender);
        account.TellEach(Each, i => new Account.Persists((2 * Each) + i), ActorRefs.NoSender);

        await Eventually.Equal(3 * Each, () => Persisted().Count());
        await account.Ask<string>("no more?", TimeSpan.FromSeconds(60));
        Assert.Equal(Enumerable.Range(0, 3 * Each), Persisted());
        Assert.Equal([new Account.Ready(0, 0), new Account.Ready(0, 2 * Each)], told.OfType<Account.Ready>());
        await Eventually.True(() =>
        {
            listener.Collect();
            return listener.Thrown > 0;
        });

        IEnumerable<int> Persisted() => told.OfType<Account.Persisted>().Select(persisted => persisted.Number);
    }
}
