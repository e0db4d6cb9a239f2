namespace AkkaInstrumentation.Tests.Persistence;

/// <summary>What waits behind a persistent actor's writes and recovery, in no mailbox: metrics, health and diagnosis show it.</summary>
public sealed class PersistenceWaitsSpec
{
    private const int Commands = 10;

    // In ticks: as if the test had waited.
    private static readonly long Later = 60 * Stopwatch.Frequency;

    private static readonly (string, object?) Type = (AkkaSpanAttributes.ActorType, "Account");

    [Fact]
    public async Task Commands_behind_a_write_that_never_ends_are_counted_with_their_age()
    {
        await using var held = await HeldWrite.Start(withMetrics: true);
        await held.Begin(new Account.Persists(0));
        held.Account.TellEach(Commands, i => new Account.Persists(i));
        var mailbox = AkkaInstrumentationExtension.For(held.System.System).Insight.Looks.MailboxAt("/user/account")!;

        await Eventually.Equal(Commands, () => held.Metrics.Sum("akka.persistence.stash.depth", Type));
        Assert.Equal(Commands, mailbox.StashDepth);
        await Eventually.True(() => Value(held.Metrics, "akka.persistence.stash.oldest_age") > 0);
        await Eventually.True(() => Value(held.Metrics, "akka.persistence.write.oldest_age") > 0);
        held.Gate.Open();
        await Eventually.Equal(0, () => held.Metrics.Sum("akka.persistence.stash.depth", Type));
        await Eventually.Equal((0, 0), () => (
            Value(held.Metrics, "akka.persistence.stash.oldest_age"), Value(held.Metrics, "akka.persistence.write.oldest_age")));
        Assert.Equal(0, mailbox.StashDepth);
    }

    [Fact]
    public async Task A_write_that_never_ends_is_a_trouble_and_the_cause_is_the_journal()
    {
        await using var held = await HeldWrite.Start(withMetrics: true);
        Assert.Empty(Causes(held.System));
        await held.Begin(new Account.Persists(0));
        held.Account.TellEach(Commands, i => new Account.Persists(i));
        await Eventually.Equal(Commands, () => held.Metrics.Sum("akka.persistence.stash.depth", Type));

        var trouble = Assert.Single(Troubles(held.System));
        Assert.Equal(("persisting", "/user/account", "Account", HealthLevel.Degraded),
            (trouble.Kind, trouble.Path, trouble.ActorType, trouble.Level));
        Assert.StartsWith("its journal has not answered a write for 6", trouble.What, StringComparison.Ordinal);
        Assert.Contains($", {Commands} commands wait, the oldest for 6", trouble.What, StringComparison.Ordinal);
        var cause = Assert.Single(Causes(held.System));
        Assert.Equal(("slow_store", "Account", "/user/account"), (cause.Kind, cause.ActorType, cause.Subject));
        Assert.StartsWith("akka.persistence.journal.scripted has not answered a write for Account for 6", cause.Description,
            StringComparison.Ordinal);
        Assert.Contains(cause.Evidence, evidence =>
            evidence.StartsWith($"{Commands} commands wait for the writes of 1 actor, the oldest for 6", StringComparison.Ordinal));

        held.Gate.Open();
        await Eventually.Equal(0, () => held.Metrics.Sum("akka.persistence.stash.depth", Type));
        await Eventually.Passes(() => Assert.Empty(Causes(held.System)));
        Assert.Empty(Troubles(held.System));
    }

    [Fact]
    public async Task A_write_is_seen_that_has_no_command_behind_it()
    {
        await using var held = await HeldWrite.Start(withMetrics: true);
        await held.Begin(new Account.PersistsAsync(0));

        Assert.Equal("slow_store", Assert.Single(Causes(held.System)).Kind);
        Assert.Equal("persisting", Assert.Single(Troubles(held.System)).Kind);
    }

    [Fact]
    public async Task Recoveries_that_do_not_end_are_counted_with_those_that_wait_for_a_permit_and_their_commands()
    {
        const int Actors = 8;
        using var gate = new ScriptedJournal.Gate();
        await using var system = Systems.Instrumented($"{gate.Hocon}\nakka.persistence.max-concurrent-recoveries = 2");
        using var metrics = new MetricRecorder(system);
        gate.Close();
        var notified = system.ActorOf((_, _) => { });
        var accounts = Enumerable.Range(0, Actors).Select(i => system.ActorOf(Account.Props(notified), $"account-{i}")).ToList();
        foreach (var account in accounts)
        {
            account.TellTimes(Commands, new Account.Persists(1));
        }

        await Eventually.Equal((2, 6, Actors * Commands), () => (Recoveries(metrics, "replaying"), Recoveries(metrics, "waiting"),
            metrics.Sum("akka.persistence.stash.depth", Type)));
        Assert.True(Value(metrics, "akka.persistence.recovery.oldest_age") > 0);
        var cause = Assert.Single(Causes(system));
        Assert.Equal(("slow_recovery", "Account", AkkaCertainty.Certain), (cause.Kind, cause.ActorType, cause.Certainty));
        Assert.StartsWith("8 Account actors have not recovered after 6", cause.Description, StringComparison.Ordinal);
        Assert.Equal("2 recover from akka.persistence.journal.scripted, 6 wait for a permit", cause.Evidence[0]);
        Assert.StartsWith($"{Actors * Commands} commands wait for them, the oldest for 6", cause.Evidence[1], StringComparison.Ordinal);
        Assert.Equal("akka.persistence.max-concurrent-recoveries = 2", cause.Evidence[2]);
        Assert.Equal(Actors, Troubles(system).Count);

        gate.Open();
        await Task.WhenAll(accounts.Select(account => account.Ask<string>("recovered?", TimeSpan.FromSeconds(60))));
        await Eventually.Equal((0, 0, 0), () => (Recoveries(metrics, "replaying"), Recoveries(metrics, "waiting"),
            metrics.Sum("akka.persistence.stash.depth", Type)));
        Assert.Equal(0, Value(metrics, "akka.persistence.recovery.oldest_age"));
        Assert.Empty(Troubles(system));
    }

    [Fact]
    public async Task An_ordinary_actor_has_none_of_these_metrics()
    {
        await using var system = Systems.Instrumented();
        using var metrics = new MetricRecorder(system);
        await system.ActorOf((context, message) => context.Sender.Tell(message)).Ask<string>("work");

        Assert.DoesNotContain(metrics.Poll(), measured => measured.Name.StartsWith("akka.persistence.", StringComparison.Ordinal)
            && !"infrastructure".Equals(measured.Tag(AkkaMetricAttributes.ActorCategory)));
    }

    private static double Value(MetricRecorder metrics, string name) =>
        Assert.Single(metrics.Poll(), measured => measured.Name == name && "Account".Equals(measured.Tag(AkkaSpanAttributes.ActorType))).Value;

    private static long? Recoveries(MetricRecorder metrics, string state) =>
        metrics.Sum("akka.persistence.recovery.count", Type, ("akka.persistence.recovery.state", state));

    // What is about threads and the process does not belong here, on a machine that is busy.
    private static List<AkkaCause> Causes(TestSystem system)
    {
        var (instrumentation, now) = (AkkaInstrumentationExtension.For(system.System), Stopwatch.GetTimestamp() + Later);
        return [.. AkkaDiagnosis.Read(instrumentation, SystemFindings.Read(instrumentation, new(), now), now).Causes
            .Where(cause => cause.ActorType == "Account" || cause.Kind is "slow_store" or "slow_recovery")];
    }

    private static List<Trouble> Troubles(TestSystem system) =>
    [
        .. SystemHealth.From(
            SystemFindings.Read(AkkaInstrumentationExtension.For(system.System), new(), Stopwatch.GetTimestamp() + Later), new()).Troubles
            .Where(trouble => trouble.ActorType == "Account" || trouble.Kind == "persisting"),
    ];
}
