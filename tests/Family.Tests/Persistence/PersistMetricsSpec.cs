using System.Diagnostics;
using Akka.Actor;

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
        const int Commands = 100;
        await using var system = Systems.Instrumented();
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
        Assert.All(Writes(metrics), measured => Assert.Equal("WriteMessageSuccess", measured.Tag(AkkaSpanAttributes.PersistenceAnswer)));
        Assert.All(Writes(metrics), measured => Assert.InRange(measured.Value, 1e-9, 60));
        await account.Ask<string>("no more", TimeSpan.FromSeconds(60));
        Assert.Equal(Commands * events, Writes(metrics).Count);
    }

    [Fact]
    public async Task A_write_contains_the_journals_time_and_that_of_the_write_before()
    {
        using var gate = new HeldJournal.Gate();
        await using var system = Systems.Instrumented(gate.Hocon);
        using var metrics = new MetricRecorder(system);
        var account = await Account.Recovered(system, system.ActorOf((_, _) => { }));
        gate.Close();
        account.Tell(new Account.PersistsAsync(1), ActorRefs.NoSender);
        account.Tell(new Account.PersistsAsync(2), ActorRefs.NoSender);
        await account.Ask<string>("both handled?", TimeSpan.FromSeconds(60));
        await Eventually.Equal(1, () => gate.Waiting);
        var held = Stopwatch.GetTimestamp();
        await Eventually.True(() => Stopwatch.GetElapsedTime(held) > TimeSpan.FromMilliseconds(30));
        gate.Open();

        await Eventually.Equal(2, () => Writes(metrics).Count);
        Assert.All(Writes(metrics), measured => Assert.True(measured.Value >= 0.03, $"{measured}"));
    }

    [Theory]
    [InlineData("fails", "WriteMessageFailure")]
    [InlineData("rejects", "WriteMessageRejected")]
    public async Task A_refused_write_has_the_journals_exception(string journal, string answer)
    {
        await using var system = Systems.Instrumented(RefusingJournal.Hocon(journal));
        using var metrics = new MetricRecorder(system);
        var account = await Account.Recovered(system, system.ActorOf((_, _) => { }));
        account.Tell(new Account.Persists(1), ActorRefs.NoSender);

        await Eventually.Equal(1, () => Writes(metrics).Count);
        Assert.Equal(answer, Writes(metrics)[0].Tag(AkkaSpanAttributes.PersistenceAnswer));
        Assert.Equal("System.InvalidOperationException", $"{Writes(metrics)[0].Tag(AkkaSpanAttributes.ErrorType)}");
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

    private static IReadOnlyList<Measured> Writes(MetricRecorder metrics) =>
        metrics.Of(AkkaMetricNames.PersistenceWriteDuration, (AkkaSpanAttributes.ActorType, "Account"));
}
