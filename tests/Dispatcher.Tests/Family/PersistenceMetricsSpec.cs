using System.Diagnostics;
using Akka.Actor;
using Akka.Persistence;

namespace AkkaInstrumentation.Tests.Family;

/// <summary>Writes and recoveries of persistent actors, with messages that have the names of the real ones.</summary>
public sealed class PersistenceMetricsSpec
{
    private const string Type = "PlayedActor";

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_write_is_measured_from_the_request_to_its_answer(bool withSpans)
    {
        await using var system = Systems.Instrumented();
        using var metrics = new MetricRecorder(system);
        using var spans = withSpans ? SpanRecorder.WithRoot(out _) : null;
        var journal = system.ActorOf(PlayedJournal.Props(2), "journal");
        var (one, two) = (Played(system, journal, "a"), Played(system, journal, "b"));

        // the journal holds the first request until the second one
        one.Tell("command", ActorRefs.NoSender);
        await Eventually.Equal(1, () => metrics.Sum(AkkaMetricNames.ActorMessages, (AkkaSpanAttributes.ActorType, "PlayedJournal")));
        var held = Stopwatch.GetTimestamp();
        await Eventually.True(() => Stopwatch.GetElapsedTime(held) > TimeSpan.FromMilliseconds(30));
        two.Tell("command", ActorRefs.NoSender);

        await Eventually.Equal(2, () => Writes(metrics).Count);
        Assert.Single(Writes(metrics), measured => measured.Value >= 0.03);
        Assert.All(Writes(metrics), measured => Assert.Equal(
            [(AkkaSpanAttributes.SystemName, system.Name), (AkkaSpanAttributes.ActorType, Type), (AkkaSpanAttributes.PersistenceAnswer, "WriteMessageSuccess")],
            measured.Tags.Select(tag => (tag.Key, tag.Value))));
    }

    [Fact]
    public async Task Refused_writes_have_their_answer_and_the_journals_exception()
    {
        await using var system = Systems.Instrumented();
        using var metrics = new MetricRecorder(system);
        var (measurement, type) = Measurement(system);
        var (one, two) = (Event(), Event());
        measurement.Asks(WriteMessages.Of(ActorRefs.Nobody, one, two));
        measurement.Begin(type, new WriteMessagesSuccessful(), Stopwatch.GetTimestamp());
        measurement.Begin(type, new WriteMessageRejected(one, new NotSupportedException()), Stopwatch.GetTimestamp());
        measurement.Begin(type, new WriteMessageFailure(two, new TimeoutException()), Stopwatch.GetTimestamp());

        Assert.Equal(
            [("WriteMessageRejected", "System.NotSupportedException"), ("WriteMessageFailure", "System.TimeoutException")],
            Writes(metrics).Select(measured => ($"{measured.Tag(AkkaSpanAttributes.PersistenceAnswer)}", $"{measured.Tag(AkkaSpanAttributes.ErrorType)}")));

        // a refused write is no failed handler
        Assert.Null(metrics.Sum(AkkaMetricNames.ActorFailures));
    }

    [Theory]
    [InlineData(2, new[] { 9.0, 7.0 })]
    [InlineData(1, new[] { 9.0 })]
    [InlineData(3, new[] { 9.0, 9.0, 9.0 })]
    public async Task An_event_that_waits_for_an_earlier_write_is_measured_from_its_command(int events, double[] seconds)
    {
        await using var system = Systems.Instrumented();
        using var metrics = new MetricRecorder(system);
        var (measurement, type) = Measurement(system);
        var first = Event();
        measurement.Asks(WriteMessages.Of(ActorRefs.Nobody, first));

        // two commands come during the write; if the numbers differ, nobody knows whose the events are
        var start = Stopwatch.GetTimestamp();
        measurement.Begin(type, "one", At(1));
        measurement.Begin(type, "two", At(3));
        measurement.Begin(type, new WriteMessagesSuccessful(), At(5));
        var late = Enumerable.Range(0, events).Select(_ => Event()).ToArray();
        measurement.Asks(WriteMessages.Of(ActorRefs.Nobody, late));
        measurement.Begin(type, new WriteMessageSuccess(first), At(6));
        foreach (var written in late)
        {
            measurement.Begin(type, new WriteMessageSuccess(written), At(10));
        }

        Assert.Equal(seconds, Writes(metrics).Skip(1).Select(measured => Math.Round(measured.Value, 6)));

        long At(int seconds) => start + (seconds * Stopwatch.Frequency);
    }

    [Fact]
    public async Task Answers_that_never_come_or_are_not_known_disturb_no_other_write()
    {
        await using var system = Systems.Instrumented();
        using var metrics = new MetricRecorder(system);
        var (measurement, type) = Measurement(system);
        var written = Event();
        measurement.Begin(type, new WriteMessageSuccess(Event()), Stopwatch.GetTimestamp());
        measurement.Asks(WriteMessages.Of(ActorRefs.Nobody, Event(), Event()));
        measurement.Asks(WriteMessages.Of(ActorRefs.Nobody, written));
        measurement.Asks("no request");
        measurement.Begin(type, new WriteMessageSuccess(Event()), Stopwatch.GetTimestamp());
        Assert.Empty(Writes(metrics));

        measurement.Begin(type, new WriteMessageSuccess(written), Stopwatch.GetTimestamp());
        measurement.Begin(type, new WriteMessageSuccess(written), Stopwatch.GetTimestamp());
        Assert.Single(Writes(metrics));
    }

    [Fact]
    public async Task A_recovery_is_measured_from_the_actors_start_with_its_events()
    {
        await using var system = Systems.Instrumented();
        using var metrics = new MetricRecorder(system);
        var actor = Played(system, ActorRefs.Nobody, "a");
        Recover(actor, events: 3);
        await Eventually.Equal(1, () => Recoveries(metrics).Count);

        Assert.Equal([3.0], metrics.Values(AkkaMetricNames.PersistenceRecoveryEvents, (AkkaSpanAttributes.ActorType, Type)));
        Assert.Null(Recoveries(metrics)[0].Tag(AkkaSpanAttributes.ErrorType));

        // a restart recovers again
        actor.Tell(new InvalidOperationException("restart me"), ActorRefs.NoSender);
        Recover(actor, events: 5);
        await Eventually.Equal(2, () => Recoveries(metrics).Count);
        Assert.Equal([3.0, 5.0], metrics.Values(AkkaMetricNames.PersistenceRecoveryEvents));
    }

    [Fact]
    public async Task A_recovery_that_fails_says_why()
    {
        await using var system = Systems.Instrumented();
        using var metrics = new MetricRecorder(system);
        var failing = Played(system, ActorRefs.Nobody, "a");
        failing.Tell(new RecoveryPermitGranted(), ActorRefs.NoSender);
        failing.Tell(new ReplayMessagesFailure(new TimeoutException()), ActorRefs.NoSender);
        await Eventually.Equal(1, () => Recoveries(metrics).Count);
        Assert.Equal("System.TimeoutException", Recoveries(metrics)[0].Tag(AkkaSpanAttributes.ErrorType));

        // no message tells that an exception in a recovery handler has stopped the actor
        var stopping = Played(system, ActorRefs.Nobody, "b");
        stopping.Tell(new RecoveryPermitGranted(), ActorRefs.NoSender);
        stopping.Tell(PoisonPill.Instance, ActorRefs.NoSender);
        await Eventually.Equal(2, () => Recoveries(metrics).Count);
        Assert.Equal("_OTHER", Recoveries(metrics)[1].Tag(AkkaSpanAttributes.ErrorType));
    }

    [Fact]
    public async Task Other_actors_have_no_part_in_it()
    {
        await using var system = Systems.Instrumented();
        using var metrics = new MetricRecorder(system);
        var other = system.ActorOf(Echo.Props, "other");
        Recover(other, events: 1);
        Assert.Equal("end", await other.Ask<string>("end", TimeSpan.FromSeconds(20)));
        var journal = system.ActorOf(PlayedJournal.Props(100), "journal");
        await Eventually.True(() => QueueOf(journal) is JournalMessageQueue);

        Assert.IsType<UnboundedInstrumentedMessageQueue>(QueueOf(other));
        Assert.Empty(Recoveries(metrics));
        Assert.Empty(Writes(metrics));
    }

    private static object? QueueOf(IActorRef actor) => (((ActorRefWithCell)actor).Underlying as ActorCell)?.Mailbox?.MessageQueue;

    private static void Recover(IActorRef actor, int events)
    {
        actor.Tell(new RecoveryPermitGranted(), ActorRefs.NoSender);
        actor.Tell(new LoadSnapshotResult(), ActorRefs.NoSender);
        for (var i = 0; i < events; i++)
        {
            actor.Tell(new ReplayedMessage(), ActorRefs.NoSender);
        }

        actor.Tell(new RecoverySuccess(), ActorRefs.NoSender);
    }

    private static Persistent Event() => new(new Written("text"), ActorRefs.Nobody);

    private static (PersistenceMeasurement Measurement, ActorTypeInfo Type) Measurement(TestSystem system) =>
        (new(), AkkaInstrumentationExtension.For(system.System).Metrics.ActorType(Type, null));

    private static IReadOnlyList<Measured> Writes(MetricRecorder metrics) =>
        metrics.Of(AkkaMetricNames.PersistenceWriteDuration, (AkkaSpanAttributes.ActorType, Type));

    private static IReadOnlyList<Measured> Recoveries(MetricRecorder metrics) =>
        metrics.Of(AkkaMetricNames.PersistenceRecoveryDuration, (AkkaSpanAttributes.ActorType, Type));

    private static IActorRef Played(TestSystem system, IActorRef journal, string name) =>
        system.ActorOf(PlayedActor.Props(journal, system.ActorOf((_, _) => { }, $"notified-{name}")), name);
}
