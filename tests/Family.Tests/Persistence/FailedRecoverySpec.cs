namespace AkkaInstrumentation.Tests.Persistence;

/// <summary>
/// Why an actor is gone to which others send: its recovery, its store or its start has failed, or that of its child below a BackoffSupervisor. The
/// diagnosis says that first, not that the actor is missing.
/// </summary>
public sealed class FailedRecoverySpec
{
    private const int Actors = 12;
    private const string Quiet = "akka.stdout-loglevel = OFF\nakka.loggers = []";
    private const string LedgerType = "FailedRecoverySpec.Ledger";

    [Fact]
    public async Task A_recovery_that_its_own_handler_fails_is_a_failure_with_its_exception_and_the_cause()
    {
        await using var system = Systems.Instrumented(Quiet);
        using var metrics = new MetricRecorder(system);
        var thrown = new Thrown();
        for (var i = 0; i < Actors; i++)
        {
            var id = Account.NewId();
            var first = system.ActorOf(Props.Create(() => new Ledger(id, null)));
            await first.Ask<string>("write", TimeSpan.FromSeconds(60));
            await first.GracefulStop(TimeSpan.FromSeconds(60));
            var broken = system.ActorOf(Props.Create(() => new Ledger(id, thrown)), $"ledger-{i}");
            await broken.WatchAsync().WaitAsync(TimeSpan.FromSeconds(60));
            broken.Tell("write", ActorRefs.NoSender);
        }

        Assert.Equal(Actors, thrown.Count);
        await Eventually.Equal(thrown.Count, () => metrics.Sum(AkkaMetricNames.ActorFailures,
            (AkkaSpanAttributes.ActorType, LedgerType), (AkkaSpanAttributes.ErrorType, "System.FormatException")) ?? 0);
        await Eventually.Equal(thrown.Count, () => metrics.Of(AkkaMetricNames.PersistenceRecoveryDuration,
            (AkkaSpanAttributes.ActorType, LedgerType), (AkkaSpanAttributes.ErrorType, "System.FormatException")).Count);
        var causes = AkkaDiagnosis.Read(system.System).Causes;
        var cause = Assert.Single(causes, cause => cause.ActorType == LedgerType);
        Assert.Equal(("cannot_recover", $"{LedgerType} cannot recover: System.FormatException: an event of 2019.", AkkaCertainty.Certain),
            (cause.Kind, cause.Description, cause.Certainty));
        Assert.Contains(cause.Evidence, evidence => evidence.Contains($"{Actors} String became dead letters", StringComparison.Ordinal));
        Assert.Contains(cause.Evidence, evidence => evidence.EndsWith("FailedRecoverySpec.Ledger.OnRecover", StringComparison.Ordinal));
        Assert.DoesNotContain(causes, other => other.Kind == "missing_receiver");
    }

    [Fact]
    public async Task An_actor_that_is_stopped_while_it_recovers_has_not_failed()
    {
        using var gate = new ScriptedJournal.Gate();
        await using var system = Systems.Instrumented($"{gate.Hocon}\n{Quiet}");
        using var metrics = new MetricRecorder(system);
        gate.Close();
        var account = system.ActorOf(Account.Props(system.ActorOf((_, _) => { })));
        await Eventually.Equal(1, () => gate.Waiting);
        system.System.Stop(account);
        await account.WatchAsync().WaitAsync(TimeSpan.FromSeconds(60));

        Assert.Null(metrics.Sum(AkkaMetricNames.ActorFailures));
    }

    /// <summary>The advice of the cause <c>failing_store</c> is such a supervisor.</summary>
    [Theory]
    [InlineData("cannot-read", true)]
    [InlineData("cannot-read", false)]
    [InlineData("fails", true)]
    [InlineData("fails", false)]
    public async Task Below_a_BackoffSupervisor_the_store_is_the_cause(string journal, bool onStop)
    {
        await using var system = Systems.Instrumented($"{ScriptedJournal.Hocon(journal)}\n{Quiet}");
        using var metrics = new MetricRecorder(system);
        var notified = system.ActorOf((_, _) => { });
        var pause = TimeSpan.FromMinutes(10);
        var child = Account.Props(notified);
        var options = onStop ? Akka.Pattern.Backoff.OnStop(child, "child", pause, pause, 0, 100)
            : Akka.Pattern.Backoff.OnFailure(child, "child", pause, pause, 0, 100);
        var supervisors = Enumerable.Range(0, Actors).Select(i =>
            system.ActorOf(Akka.Pattern.BackoffSupervisor.Props(options), $"sup-{i}")).ToList();
        supervisors.ForEach(supervisor => supervisor.Tell(new Account.Persists(1), ActorRefs.NoSender));
        await Eventually.Equal(Actors, () => metrics.Sum(AkkaMetricNames.ActorFailures, (AkkaSpanAttributes.ActorType, "Account")) ?? 0);

        // a child is gone when its supervisor has seen that
        await Eventually.True(() =>
        {
            supervisors.ForEach(supervisor => supervisor.Tell("late", ActorRefs.NoSender));
            return AkkaDiagnosis.Read(system.System).Causes.Any(cause => cause.Evidence.Any(evidence =>
                evidence.Contains("String became dead letters", StringComparison.Ordinal)));
        });
        var causes = AkkaDiagnosis.Read(system.System).Causes;
        Assert.Equal("failing_store", causes[0].Kind);
        Assert.StartsWith("akka.persistence.journal.scripted fails: System.InvalidOperationException: the journal is",
            causes[0].Description, StringComparison.Ordinal);
        Assert.Contains("Backoff.OnStop", causes[0].NextStep, StringComparison.Ordinal);
        Assert.DoesNotContain(causes, cause => cause.Kind is "missing_receiver" or "no_sender" or "discarded");
        Assert.DoesNotContain("had no sender", string.Join('\n', Troubles(system).Select(trouble => trouble.What)), StringComparison.Ordinal);
    }

    /// <summary>What the advice of <c>failing_store</c> says about the two.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task With_OnStop_an_actor_is_back_when_its_store_works_again_and_with_OnFailure_its_supervisor_stops(bool onStop)
    {
        var failures = 1;
        var script = new ScriptedJournal.Script
        {
            Write = (write, _) => Interlocked.Decrement(ref failures) >= 0 ? throw new InvalidOperationException("the journal is full") : write(),
        };
        await using var system = Systems.Instrumented($"{script.Hocon}\n{Quiet}");
        var (child, soon) = (Account.Props(system.ActorOf((_, _) => { })), TimeSpan.FromMilliseconds(10));
        var supervisor = system.ActorOf(Akka.Pattern.BackoffSupervisor.Props(onStop
            ? Akka.Pattern.Backoff.OnStop(child, "child", soon, soon, 0, 100)
            : Akka.Pattern.Backoff.OnFailure(child, "child", soon, soon, 0, 100)));
        var ended = supervisor.WatchAsync();
        supervisor.Tell(new Account.Persists(1), ActorRefs.NoSender);
        await Eventually.True(() => Volatile.Read(ref failures) < 1);
        if (!onStop)
        {
            await Eventually.Within(ended);
            return;
        }

        await Eventually.True(async () =>
        {
            try
            {
                supervisor.Tell(new Account.Persists(2), ActorRefs.NoSender);
                return await supervisor.Ask<string>("ready?", TimeSpan.FromSeconds(1)) == "ready" && Volatile.Read(ref failures) < 0;
            }
            catch (AskTimeoutException)
            {
                return false;
            }
        });
        Assert.False(ended.IsCompleted);
    }

    [Fact]
    public async Task A_journal_that_cannot_start_is_the_cause()
    {
        await using var system = Systems.Instrumented(
            $$"""
            akka.persistence.journal.plugin = "akka.persistence.journal.bad"
            akka.persistence.journal.bad {
              class = "{{typeof(BadJournal).FullName}}, Family.Tests"
              plugin-dispatcher = "akka.persistence.dispatchers.default-plugin-dispatcher"
            }
            {{Quiet}}
            """);
        using var metrics = new MetricRecorder(system);
        var notified = system.ActorOf((_, _) => { });
        for (var i = 0; i < Actors; i++)
        {
            system.ActorOf(Account.Props(notified), $"account-{i}");
        }

        await Eventually.True(() => Troubles(system).Any(trouble => trouble.Kind == "lost"));
        var cause = AkkaDiagnosis.Read(system.System).Causes[0];
        Assert.Equal(("cannot_start", "FailedRecoverySpec.BadJournal"), (cause.Kind, cause.ActorType));
        Assert.Equal("FailedRecoverySpec.BadJournal cannot start: System.ArgumentException: no connection string.", cause.Description);
        Assert.DoesNotContain(AkkaDiagnosis.Read(system.System).Causes, other => other.Kind == "missing_receiver");
        Assert.Equal(1, metrics.Sum(AkkaMetricNames.ActorFailures, (AkkaSpanAttributes.ActorType, "FailedRecoverySpec.BadJournal")));
    }

    private static IEnumerable<Trouble> Troubles(TestSystem system) =>
        SystemHealth.From(SystemFindings.Read(system.Extension, new(), Stopwatch.GetTimestamp()), new()).Troubles;

    internal sealed class Thrown
    {
        private int _count;

        public int Count => Volatile.Read(ref _count);

        public Exception One()
        {
            Interlocked.Increment(ref _count);
            return new FormatException("an event of 2019");
        }
    }

    private sealed class Ledger(string id, Thrown? thrown) : UntypedPersistentActor
    {
        public override string PersistenceId => id;

        protected override void OnCommand(object message) => Persist("written", _ => Sender.Tell("done"));

        protected override void OnRecover(object message)
        {
            if (message is string && thrown is not null)
            {
                throw thrown.One();
            }
        }
    }

    private sealed class BadJournal : Akka.Persistence.Journal.MemoryJournal
    {
        public BadJournal() => throw new ArgumentException("no connection string");
    }
}
