namespace AkkaInstrumentation.Tests.Persistence;

/// <summary>A journal that takes long makes no mailbox grow, because persistent actors stash their commands. The diagnosis names it.</summary>
public sealed class SlowStoreSpec
{
    private static readonly TimeSpan Slow = TimeSpan.FromMilliseconds(600);

    [Fact]
    public async Task A_journal_that_answers_three_writes_late_is_named()
    {
        using var gate = new ScriptedJournal.Gate();
        await using var system = Systems.Instrumented(gate.Hocon);
        using var metrics = new MetricRecorder(system);
        await Write(system, gate, [new Account.Persists(1), new Account.PersistsAsync(1), new Account.PersistsAll(1, 5)]);

        await Eventually.Passes(() =>
        {
            var cause = Assert.Single(AkkaDiagnosis.Read(system.System).Causes);
            Assert.Equal(("slow_store", "Account", AkkaCertainty.Certain), (cause.Kind, cause.ActorType, cause.Certainty));
            Assert.StartsWith("akka.persistence.journal.scripted takes ", cause.Description, StringComparison.Ordinal);
            Assert.EndsWith(" to write for Account.", cause.Description, StringComparison.Ordinal);
            Assert.Contains(" writes a minute, ", cause.Evidence[0], StringComparison.Ordinal);
        });
    }

    [Fact]
    public async Task Many_events_in_one_late_write_are_one_write()
    {
        using var gate = new ScriptedJournal.Gate();
        await using var system = Systems.Instrumented(gate.Hocon);
        using var metrics = new MetricRecorder(system);
        await Write(system, gate, [new Account.PersistsAll(1, 20), new Account.PersistsAll(1, 20)]);

        await Eventually.Equal((2, 2), () => (Answers(system).All.Timed, Answers(system).Slow.Timed));
        Assert.Empty(AkkaDiagnosis.Read(system.System).Causes);
    }

    [Fact]
    public async Task The_time_that_an_answer_waits_in_the_actors_mailbox_is_not_the_journals()
    {
        await using var held = await HeldWrite.Start(withMetrics: true);
        var (gate, system, metrics) = (held.Gate, held.System, held.Metrics);
        await held.Begin(new Account.PersistsAsync(1));
        var release = new TaskCompletionSource();
        held.Account.Tell(new Account.PersistsAroundAwait(2, release.Task), ActorRefs.NoSender);
        var mailbox = AkkaInstrumentationExtension.For(system.System).Insight.Looks.MailboxAt("/user/account")!;
        await Eventually.Equal(ActorDoing.Awaiting, () => mailbox.ReadState().Doing);
        gate.Open();
        await Eventually.Equal(2, () => mailbox.DepthOrNone);
        await Elapsed();
        gate.Close();
        release.SetResult();

        await Eventually.Equal((1, 1), () => (metrics.Of(AkkaMetricNames.PersistenceWriteDuration).Count, Answers(system).All.Timed));
        var (whole, journal) = (metrics.Of(AkkaMetricNames.PersistenceWriteDuration)[0].Value, Ticks.ToSeconds(Answers(system).All.WorkTicks));
        Assert.InRange(journal, 1e-9, whole - Slow.TotalSeconds + 0.1);
    }

    [Fact]
    public async Task A_journal_that_fails_is_not_slow()
    {
        await using var system = Systems.Instrumented($"{ScriptedJournal.Hocon("rejects")}\nakka.loglevel = OFF");
        using var metrics = new MetricRecorder(system);
        var account = await Account.Recovered(system, system.ActorOf((_, _) => { }));
        account.TellTimes(5, new Account.Persists(1));

        await Eventually.Equal(5, () => metrics.Of(AkkaMetricNames.PersistenceWriteDuration).Count);
        Assert.Equal(0, Answers(system).All.Timed);
    }

    // Each command to an account of its own; the journal answers them all late.
    private static async Task Write(TestSystem system, ScriptedJournal.Gate gate, object[] commands)
    {
        var notified = system.ActorOf((_, _) => { });
        var accounts = await Task.WhenAll(commands.Select((_, i) => Account.Recovered(system, notified, $"account-{i}")));
        gate.Close();
        for (var i = 0; i < commands.Length; i++)
        {
            accounts[i].Tell(commands[i], ActorRefs.NoSender);
        }

        await Eventually.Equal(commands.Length, () => gate.Waiting);
        await Elapsed();
        gate.Open();
    }

    private static Task Elapsed()
    {
        var begun = Stopwatch.GetTimestamp();
        return Eventually.True(() => Stopwatch.GetElapsedTime(begun) > Slow);
    }

    private static (WorkSums All, WorkSums Slow) Answers(TestSystem system) =>
        JournalTimes.Of(AkkaInstrumentationExtension.For(system.System).Metrics.ActorTypes.Single(type => type.Name == "Account"))
            .Read(Stopwatch.GetTimestamp());
}
