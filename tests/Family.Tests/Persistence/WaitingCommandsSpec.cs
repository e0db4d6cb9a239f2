using Akka.Persistence;

namespace AkkaInstrumentation.Tests.Persistence;

/// <summary>
/// A persistent actor takes commands while its journal writes, and keeps them to itself: its mailbox is empty. How many wait is known all the same.
/// </summary>
public sealed class WaitingCommandsSpec
{
    private const int Commands = 500;

    [Theory]
    [InlineData(false, false)]
    [InlineData(false, true)]
    [InlineData(true, false)]
    [InlineData(true, true)]
    public async Task Commands_that_wait_for_a_write_are_in_the_depth_of_the_stash(bool traced, bool share)
    {
        using var gate = new HeldJournal.Gate(keeps: false);
        await using var system = Systems.Instrumented($"{gate.Hocon}\nakka.loglevel = OFF");
        using var metrics = new MetricRecorder(system);
        using var spans = traced ? Recorded.Everything() : null;
        var told = 0;
        var account = await Account.Recovered(system, system.ActorOf((_, message) => told += message is Account.Ready ? 0 : 1));
        var one = new Account.Persists(0);
        gate.Close();
        for (var i = 0; i < Commands; i++)
        {
            account.Tell(share ? one : new Account.Persists(i), ActorRefs.NoSender);
        }

        await Eventually.Equal(Commands - 1, () => Stashed(system));
        gate.Open();
        await Eventually.Equal(Commands, () => Volatile.Read(ref told));
        await Eventually.Equal(0, () => Stashed(system));
    }

    /// <summary>They are handled at once; only their events wait.</summary>
    [Fact]
    public async Task A_stream_of_asynchronous_writes_that_keeps_up_leaves_nothing()
    {
        await using var system = Systems.Instrumented("akka.loglevel = OFF");
        using var metrics = new MetricRecorder(system);
        var told = 0;
        var account = await Account.Recovered(system, system.ActorOf((_, message) => told += message is Account.Ready ? 0 : 1));
        for (var i = 0; i < 20_000; i++)
        {
            account.Tell(new Account.PersistsAsync(i), ActorRefs.NoSender);
        }

        await Eventually.Equal(20_000, () => Volatile.Read(ref told));
        await Eventually.Equal(0, () => Stashed(system));
    }

    /// <summary>Each write takes its time, and each is answered, so the actor looks idle whenever somebody looks.</summary>
    [Fact]
    public async Task A_journal_that_is_slower_than_the_commands_is_a_trouble_with_its_cause()
    {
        using var gate = new HeldJournal.Gate(keeps: false);
        await using var system = Systems.Instrumented(
            $"{gate.Hocon}\nakka.loglevel = OFF\nakka.instrumentation.pressure {{ growing-for = 100ms, min-depth = 20 }}");
        using var metrics = new MetricRecorder(system);
        var account = await Account.Recovered(system, system.ActorOf((_, _) => { }));
        gate.Close();
        var cause = default(AkkaCause);
        await Eventually.True(() =>
        {
            account.Tell(new Account.Persists(0), ActorRefs.NoSender);
            var extension = AkkaInstrumentationExtension.For(system.System);
            var now = System.Diagnostics.Stopwatch.GetTimestamp();
            var found = SystemFindings.Read(extension, new AkkaHealthCheckOptions(), now);
            cause = GrowingStash.In(Symptoms.Read(extension, found, now)).FirstOrDefault();
            return cause is not null;
        });
        Assert.Equal("Account gets more commands than its journal writes: each waits for the writes before it.", cause!.What);
        Assert.Equal("/user/account", cause.Path);
        Assert.Matches(@"^\d+ messages wait \(\d+ in the stash\) in /user/account", cause.Evidence[0]);
    }

    private static int Stashed(TestSystem system)
    {
        var stashed = 0;
        foreach (var type in AkkaInstrumentationExtension.For(system.System).Metrics.ActorTypes.Where(type => type.Name == "Account"))
        {
            type.Mailboxes.ForEach(mailbox => stashed += mailbox.StashDepth);
        }

        return stashed;
    }
}
