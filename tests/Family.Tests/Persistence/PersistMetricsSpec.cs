namespace AkkaInstrumentation.Tests.Persistence;

/// <summary>How long real journals take to write and to recover, by actor type. Nobody listens to spans.</summary>
public sealed class PersistMetricsSpec
{
    [Theory]
    [InlineData("persist", 1)]
    [InlineData("persist all", 3)]
    [InlineData("persist async", 1)]
    [InlineData("defer", 1)]
    public async Task Each_event_has_one_write(string kind, int events)
    {
        const int Commands = 500;
        await using var system = Systems.Instrumented("akka.instrumentation.metrics.distributions = all");
        using var metrics = new MetricRecorder(system);
        var account = await Account.Recovered(system, system.ActorOf((_, _) => { }));
        for (var i = 0; i < Commands; i++)
        {
            account.Tell(
                kind switch
                {
                    "persist" => new Account.Persists(i),
                    "persist all" => new Account.PersistsAll(i, 3),
                    "persist async" => new Account.PersistsAsync(i),
                    _ => (object)new Account.Defers(i),
                },
                ActorRefs.NoSender);
        }

        await Eventually.Equal(Commands * events, () => Writes(metrics).Count);
        Assert.All(Writes(metrics), measured => Assert.Equal("success", measured.Tag(AkkaSpanAttributes.PersistenceAnswer)));
        Assert.All(Writes(metrics), measured => Assert.InRange(measured.Value, 1e-9, 60));
        await account.Ask<string>("no more", TimeSpan.FromSeconds(60));
        Assert.Equal(Commands * events, Writes(metrics).Count);
    }

    [Theory]
    [InlineData(10, 500, 0, 1_000_000)]
    [InlineData(1_000, 750, 400, 1_100)]
    public async Task Of_many_writes_a_sample_is_measured_and_stands_for_all(int rate, int commands, int atLeast, int atMost)
    {
        await using var system = Systems.Instrumented($"akka.instrumentation.metrics.distributions-rate = {rate}");
        using var metrics = new MetricRecorder(system);
        var account = await Account.Recovered(system, system.ActorOf((_, _) => { }));
        var sent = 0;

        // at a low rate, the burst of commands may leave a share of one in hundreds, and none of the writes is drawn
        await Eventually.True(async () =>
        {
            account.TellEach(commands, _ => new Account.Persists(sent++));

            await account.Ask<string>("all written?", TimeSpan.FromSeconds(60));
            metrics.Poll();
            return Writes(metrics).Count > 0;
        });
        var writes = Writes(metrics);
        Assert.InRange(writes.Count, Math.Max(atLeast, 1), atMost);
        Assert.True(rate > 10 || writes.Select(measured => measured.Value).Distinct()
            .Count() < sent / 2, $"{writes.Count} of {sent} writes were measured");
    }

    /// <summary>So an alert misses none, however few are timed.</summary>
    [Fact]
    public async Task Every_refused_write_is_recorded_once()
    {
        const int Commands = 500;
        await using var system = Systems.Instrumented(
            $"{ScriptedJournal.Hocon("rejects")}\nakka.instrumentation.metrics.distributions-rate = 10\nakka.loglevel = OFF");
        using var metrics = new MetricRecorder(system);
        var account = await Account.Recovered(system, system.ActorOf((_, _) => { }));
        account.TellEach(Commands, i => new Account.Persists(i));

        await Eventually.Equal(Commands, () => Writes(metrics).Count);
        Assert.All(Writes(metrics), measured => Assert.Equal("System.InvalidOperationException", $"{measured.Tag(AkkaSpanAttributes.ErrorType)}"));
        Assert.All(Writes(metrics), measured => Assert.InRange(measured.Value, 1e-9, 60));
        Assert.Equal(Commands, metrics.Sum(AkkaMetricNames.ActorFailures, (AkkaSpanAttributes.ActorType, "Account")));
    }

    [Fact]
    public async Task A_write_contains_the_journals_time_and_that_of_the_write_before()
    {
        await using var held = await HeldWrite.Start(withMetrics: true);
        held.Account.Tell(new Account.PersistsAsync(1), ActorRefs.NoSender);
        await held.Begin(new Account.PersistsAsync(2));
        await held.AllHandled();
        var both = Stopwatch.GetTimestamp();
        await Eventually.True(() => Stopwatch.GetElapsedTime(both) > TimeSpan.FromMilliseconds(30));
        held.Gate.Open();

        await Eventually.Equal(2, () => Writes(held.Metrics).Count);
        Assert.All(Writes(held.Metrics), measured => Assert.True(measured.Value >= 0.03, $"{measured}"));
    }

    [Fact]
    public async Task Commands_that_wait_for_a_write_are_measured_from_their_own_beginning_if_their_senders_differ()
    {
        await using var held = await HeldWrite.Start(withMetrics: true);
        var (metrics, account) = (held.Metrics, held.Account);
        await held.Begin(new Account.PersistsAsync(1));
        var one = held.System.ActorOf((_, _) => { });
        var started = Stopwatch.GetTimestamp();
        account.Tell(new Account.PersistsAsync(2), one);
        await held.AllHandled();
        await Eventually.True(() => Stopwatch.GetElapsedTime(started) > TimeSpan.FromMilliseconds(30));
        var later = Stopwatch.GetTimestamp();
        account.Tell(new Account.PersistsAsync(3), held.System.ActorOf((_, _) => { }));
        await held.AllHandled();
        account.Tell(new Account.PersistsAsync(4), one);
        await held.WriteAll();

        // of one sender's commands, the oldest counts
        await Eventually.Equal(4, () => Writes(metrics).Count);
        var (second, third, fourth) = (Writes(metrics)[1].Value, Writes(metrics)[2].Value, Writes(metrics)[3].Value);
        Assert.True(second - third >= 0.02, $"{second} {third}");
        Assert.True(fourth - third >= 0.02, $"{fourth} {third}");
        Assert.InRange(third, 1e-9, Stopwatch.GetElapsedTime(later).TotalSeconds);
    }

    [Fact]
    public async Task Recoveries_are_measured_with_their_events()
    {
        await using var system = Systems.Instrumented("akka.persistence.max-concurrent-recoveries = 1");
        using var metrics = new MetricRecorder(system);
        var id = Account.NewId();
        var notified = system.ActorOf((_, _) => { });
        var account = system.ActorOf(Account.Props(id, notified));
        account.Tell(new Account.PersistsAll(1, 7), ActorRefs.NoSender);
        await account.Ask<string>("written?", TimeSpan.FromSeconds(60));
        await account.GracefulStop(TimeSpan.FromSeconds(60));
        var again = system.ActorOf(Account.Props(id, notified));
        await again.Ask<string>("recovered?", TimeSpan.FromSeconds(60));

        Assert.Equal([0.0, 7.0], metrics.Values(AkkaMetricNames.PersistenceRecoveryEvents, (AkkaSpanAttributes.ActorType, "Account")));
        var durations = metrics.Of(AkkaMetricNames.PersistenceRecoveryDuration, (AkkaSpanAttributes.ActorType, "Account"));
        Assert.Equal(2, durations.Count);
        Assert.All(durations, measured => Assert.Null(measured.Tag(AkkaSpanAttributes.ErrorType)));
        Assert.All(durations, measured => Assert.InRange(measured.Value, 1e-9, 60));
    }

    [Theory]
    [InlineData(true, "System.InvalidOperationException")]
    [InlineData(false, "_OTHER")]
    public async Task A_recovery_that_fails_has_the_cause(bool becauseOfTheJournal, string error)
    {
        using var gate = new ScriptedJournal.Gate();
        await using var system = Systems.Instrumented(
            $"{(becauseOfTheJournal ? ScriptedJournal.Hocon("cannot-read") : gate.Hocon)}\nakka.loglevel = OFF");
        using var metrics = new MetricRecorder(system);
        gate.Close();
        var account = system.ActorOf(Account.Props(system.ActorOf((_, _) => { })));
        if (!becauseOfTheJournal)
        {
            // no message reports that the actor has stopped before it had recovered
            await Eventually.Equal(1, () => gate.Waiting);
            system.System.Stop(account);
        }

        await Eventually.Equal(1, () => metrics.Of(AkkaMetricNames.PersistenceRecoveryDuration, (AkkaSpanAttributes.ActorType, "Account")).Count);
        Assert.Equal(error, $"{metrics.Of(AkkaMetricNames.PersistenceRecoveryDuration)[0].Tag(AkkaSpanAttributes.ErrorType)}");
    }

    private static IReadOnlyList<Measured> Writes(MetricRecorder metrics) =>
        metrics.Of(AkkaMetricNames.PersistenceWriteDuration, (AkkaSpanAttributes.ActorType, "Account"));
}
