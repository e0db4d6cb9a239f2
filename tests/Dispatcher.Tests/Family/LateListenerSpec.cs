using System.Diagnostics;
using Akka.Actor;
using Akka.Persistence;

namespace AkkaInstrumentation.Tests.Family;

/// <summary>Somebody begins or ceases to listen while a persistent actor waits for its journal.</summary>
public sealed class LateListenerSpec
{
    [Fact]
    public async Task Metrics_miss_only_the_write_during_which_their_listener_comes()
    {
        const string Type = "BusyActor";
        await using var system = Systems.Instrumented();
        using var metrics = new MetricRecorder(system);
        var (measurement, type) = (new PersistenceMeasurement(), AkkaInstrumentationExtension.For(system.System).Metrics.ActorType(Type, null));
        var unanswered = Event();
        for (var i = 0; i < 4; i++)
        {
            // the journal has answered a request: first the actor sends the next one, then it gets the answer for its event
            var next = Event();
            measurement.Begin(type, new WriteMessagesSuccessful(), Stopwatch.GetTimestamp());
            measurement.Asks(WriteMessages.Of(ActorRefs.Nobody, next));
            measurement.Begin(type, new WriteMessageSuccess(unanswered), Stopwatch.GetTimestamp());
            unanswered = next;
        }

        Assert.Equal(3, metrics.Of(AkkaMetricNames.PersistenceWriteDuration, (AkkaSpanAttributes.ActorType, Type)).Count);
    }

    [Fact]
    public void Traces_miss_only_the_write_during_which_their_listener_comes()
    {
        var relay = new PersistentRelay();
        var (unanswered, sent) = (Event(), default(ActivityTraceId));
        for (var i = 0; i < 4; i++)
        {
            using var command = new Activity("command").Start();
            Begin(relay, $"command {i}", command);
            Begin(relay, new WriteMessagesSuccessful());
            var next = Event();
            Request(relay, next);
            Assert.Equal(sent, relay.Given(new WriteMessageSuccess(unanswered), origin: null)?.Context.TraceId ?? default);
            (unanswered, sent) = (next, command.TraceId);
        }
    }

    [Fact]
    public void A_command_is_not_set_aside_for_a_write_whose_answer_nobody_has_seen()
    {
        var relay = new PersistentRelay();
        Request(relay, Event());

        // the answer comes while nobody listens
        var written = Event();
        Request(relay, written);
        Begin(relay, new WriteMessagesSuccessful());
        var during = $"command {Guid.NewGuid()}";
        Begin(relay, during);
        Assert.Null(relay.Given(new WriteMessageSuccess(written), origin: null));
        Begin(relay, new WriteMessageSuccess(written));
        var after = $"command {Guid.NewGuid()}";
        Begin(relay, after);

        Assert.True(SetAside.TryTake(during, out _));
        Assert.False(SetAside.TryTake(after, out _));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void An_event_that_may_be_of_a_command_before_the_listener_is_not_surely_of_a_later_one(int events)
    {
        var relay = new PersistentRelay();
        using var command = new Activity("command").Start();
        Begin(relay, "command", command);

        // the answer for a request that nobody has seen
        Begin(relay, new WriteMessagesSuccessful());
        var written = Enumerable.Range(0, events).Select(_ => Event()).ToArray();
        Request(relay, written);
        var origins = written.Select(@event => relay.Given(new WriteMessageSuccess(@event), origin: null)).ToList();

        // as many events as commands: it is probably that one's
        Assert.All(origins, origin => Assert.Equal(events == 1, origin is UncertainOrigin));
        Assert.All(origins, origin => Assert.Equal(events == 1 ? command.TraceId : default, origin?.Context.TraceId ?? default));
    }

    [Fact]
    public void A_deferred_object_that_waited_before_the_listener_takes_no_place_of_a_later_one()
    {
        var (relay, shared) = (new PersistentRelay(), new object());
        using var command = new Activity("command").Start();
        Begin(relay, "command", command);
        Begin(relay, new WriteMessagesSuccessful());
        Assert.False(relay.TryOriginOf(Deferred(shared), current: null, passing: null, out _));

        // the first answer is for a request that nobody has seen
        Assert.Null(relay.Given(new LoopMessageSuccess(shared), origin: null));
        Begin(relay, new LoopMessageSuccess(shared));
        Begin(relay, new WriteMessagesSuccessful());
        Assert.Equal(command.TraceId, relay.Given(new LoopMessageSuccess(shared), origin: null)?.Context.TraceId);
    }

    [Fact]
    public void One_object_that_two_commands_defer_is_in_the_trace_of_each_in_turn()
    {
        var (relay, shared) = (new PersistentRelay(), new object());
        using var one = new Activity("one").Start();
        Assert.False(relay.TryOriginOf(Deferred(shared), one, passing: null, out _));
        Begin(relay, new WriteMessagesSuccessful());
        one.Stop();
        using var two = new Activity("two").Start();
        Begin(relay, "two", two);
        Assert.False(relay.TryOriginOf(Deferred(shared), two, passing: null, out _));

        Assert.Equal(one.TraceId, relay.Given(new LoopMessageSuccess(shared), origin: null)?.Context.TraceId);
        Begin(relay, new LoopMessageSuccess(shared));
        Begin(relay, new WriteMessagesSuccessful());
        Assert.Equal(two.TraceId, relay.Given(new LoopMessageSuccess(shared), origin: null)?.Context.TraceId);
    }

    [Fact]
    public void Events_that_a_journal_answers_with_copies_are_forgotten()
    {
        var writes = new UnansweredWrites<int>();
        for (var i = 0; i < 100; i++)
        {
            // the next request is on its way when the answers come
            writes.Add(new object(), i);
            writes.BatchAnswered();
            writes.Add(new object(), i);
            Assert.False(writes.TryTake(new object(), out _));
            Assert.Equal(1, writes.Count);
            Assert.False(writes.TryTake(new object(), out _));
            Assert.Equal(1, writes.Count);
            writes.BatchAnswered();
            Assert.False(writes.TryTake(new object(), out _));
            Assert.Equal(0, writes.Count);
        }
    }

    private static void Begin(PersistentRelay relay, object message, Activity? span = null) =>
        relay.Begin(new StampedEnvelope(new Envelope(message, ActorRefs.Nobody)), span);

    private static WriteMessages Deferred(object shared) => new([new NonPersistentMessage(shared, ActorRefs.Nobody)], ActorRefs.Nobody);

    private static void Request(PersistentRelay relay, params Persistent[] written) =>
        Assert.False(relay.TryOriginOf(WriteMessages.Of(ActorRefs.Nobody, written), current: null, passing: null, out _));

    private static Persistent Event() => new(new Written("text"), ActorRefs.Nobody);
}
