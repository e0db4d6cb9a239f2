namespace AkkaInstrumentation.Tests.Persistence;

/// <summary>Many events are written at once. No timing: what is counted or kept does not grow with the events that wait.</summary>
[Collection(Alone.Name)]
public sealed class BurstSpec
{
    private const int Commands = 20_000;

    [Fact]
    public async Task A_hundred_thousand_events_of_one_command_are_in_its_trace()
    {
        const int Events = 100_000;
        await using var system = Systems.Instrumented("akka.instrumentation.tracing.max-spans-per-trace = 1000000");
        using var listener = Recorded.Everything();
        var (inTrace, handled) = (0, 0);
        using var root = Recorded.Root();
        var account = await Account.Recovered(system, system.ActorOf((_, message) =>
        {
            if (message is Account.Persisted)
            {
                inTrace += Activity.Current?.TraceId == root.TraceId ? 1 : 0;
                Volatile.Write(ref handled, handled + 1);
            }
        }));
        account.Tell(new Account.Bursts(1, Events), ActorRefs.NoSender);

        await Eventually.Equal(Events, () => Volatile.Read(ref handled), TimeSpan.FromMinutes(2));
        Assert.Equal(Events, inTrace);
    }

    /// <summary>Each from another sender: comparing one with those of all commands that wait would take hours.</summary>
    [Fact]
    public async Task A_hundred_thousand_commands_that_wait_for_one_write_are_each_in_their_trace()
    {
        const int Waiting = 100_000;
        await using var held = await HeldWrite.Start(withSpans: true);
        for (var i = 0; i < Waiting; i++)
        {
            held.Told.Sends(i, new Account.PersistsAsync(i), held.Account, new Unreachable(held.System));
        }

        held.Gate.Open();
        await held.Told.AllAreInTheirTraces(Waiting);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Nothing_is_kept_of_commands_that_were_handled_during_a_write(bool inOneBurst)
    {
        using var gate = new ScriptedJournal.Gate(keeps: false);
        await using var system = Systems.Instrumented(gate.Hocon);
        using var listener = Recorded.Everything();
        var handled = 0;
        var account = await Account.Recovered(system,
            system.ActorOf((_, message) => Volatile.Write(ref handled, handled + (message is Account.Persisted ? 1 : 0))));

        // the first burst makes room in the mailbox
        var (first, commands) = (New(), New());
        await Send(first);
        var before = SettledHeap.Bytes();
        await Send(commands);

        // The actor is idle. Its state may hold its commands for long. Queues keep the room that they once needed; an entry for each command would
        // take more.
        var kept = SettledHeap.Bytes() - before;
        Assert.True(kept < 100 * Commands, $"{kept} bytes are kept for {Commands} commands");
        GC.KeepAlive((first, commands));

        static Account.PersistsThat[] New() => [.. Enumerable.Range(0, Commands).Select(i => new Account.PersistsThat(new(i)))];

        async Task Send(Account.PersistsThat[] commands)
        {
            var until = Volatile.Read(ref handled) + Commands;
            if (inOneBurst)
            {
                gate.Close();
            }

            foreach (var command in commands)
            {
                using var root = Recorded.Root();
                account.Tell(command, ActorRefs.NoSender);
            }

            gate.Open();
            await Eventually.Equal(until, () => Volatile.Read(ref handled), TimeSpan.FromMinutes(2));
            await account.Ask<string>("idle?", TimeSpan.FromSeconds(60));
        }
    }

    private sealed class Unreachable(TestSystem system) : MinimalActorRef
    {
        public override ActorPath Path { get; } = new RootActorPath(Address.AllSystems) / $"{Guid.NewGuid():N}";

        public override IActorRefProvider Provider { get; } = ((ExtendedActorSystem)system.System).Provider;
    }
}
