using System.Diagnostics;
using Akka.Actor;
using Akka.Persistence;

namespace AkkaInstrumentation.Tests.Family;

/// <summary>What a persistent actor did while nobody listened is not known; whether it has recovered, it says itself.</summary>
public sealed class UnseenRunSpec
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void An_actor_says_itself_whether_it_recovers(bool recovering)
    {
        var relay = Created(recovering);
        var (query, sent) = ($"query {Guid.NewGuid()}", SenderContext.Of(new ActivityContext(ActivityTraceId.CreateRandom(), ActivitySpanId.CreateRandom(), ActivityTraceFlags.Recorded)));
        Assert.Same(recovering ? null : sent, relay.Given(new LoadSnapshotResult(), sent));
        Begin(relay, query);

        Assert.Equal(recovering, SetAside.TryTake(query, out _));
    }

    [Fact]
    public void A_command_during_a_write_that_nobody_has_seen_is_set_aside_when_its_answer_comes()
    {
        foreach (var answer in new object[] { new WriteMessagesSuccessful(), new WriteMessageSuccess(Event()) })
        {
            var relay = Created(recovering: false);
            var command = $"command {Guid.NewGuid()}";
            Begin(relay, command);
            Begin(relay, answer);

            Assert.True(SetAside.TryTake(command, out _));
            Begin(relay, new WriteMessageSuccess(Event()));
            Assert.False(SetAside.TryTake(command, out _));
        }
    }

    [Fact]
    public void Of_an_actor_that_never_writes_few_commands_are_kept()
    {
        var relay = Created(recovering: false);
        var commands = Enumerable.Range(0, 1_000).Select(i => $"command {i} {Guid.NewGuid()}").ToList();
        commands.ForEach(command => Begin(relay, command));
        Begin(relay, new WriteMessagesSuccessful());

        Assert.Equal(100, commands.Count(command => SetAside.TryTake(command, out _)));
    }

    [Fact]
    public void An_actor_that_does_not_write_for_a_minute_keeps_none()
    {
        var (relay, now) = (Created(recovering: false), 1L);
        relay.Clock = () => now;
        var commands = new[] { "first", "within a minute", "later", "last" }.Select(name => $"{name} {Guid.NewGuid()}").ToList();
        foreach (var command in commands)
        {
            Begin(relay, command);
            now += 40 * Stopwatch.Frequency;
        }

        Begin(relay, new WriteMessagesSuccessful());
        Assert.All(commands, command => Assert.False(SetAside.TryTake(command, out _)));

        // what nobody sees makes it unknown again
        relay.RunBegins(isSeen: false);
        relay.RunBegins(isSeen: true);
        Begin(relay, commands[0]);
        Begin(relay, new WriteMessagesSuccessful());
        Assert.True(SetAside.TryTake(commands[0], out _));
    }

    [Fact]
    public void A_write_that_is_answered_while_nobody_listens_sets_no_later_command_aside()
    {
        var relay = Created(recovering: false);
        Request(relay, Event());
        relay.RunBegins(isSeen: false);
        relay.RunBegins(isSeen: true);
        var query = $"query {Guid.NewGuid()}";
        Begin(relay, query);

        Assert.False(SetAside.TryTake(query, out _));
    }

    [Fact]
    public void A_deferred_object_that_was_answered_while_nobody_listened_takes_no_place_of_a_later_one()
    {
        var (relay, shared) = (Created(recovering: false), new object());
        using var one = new Activity("one").Start();
        Assert.False(relay.TryOriginOf(Deferred(shared), one, passing: null, out _));
        one.Stop();
        relay.RunBegins(isSeen: false);
        relay.RunBegins(isSeen: true);
        using var two = new Activity("two").Start();
        Assert.False(relay.TryOriginOf(Deferred(shared), two, passing: null, out _));
        Begin(relay, new WriteMessagesSuccessful());

        Assert.Equal(two.TraceId, relay.Given(new LoopMessageSuccess(shared), origin: null)?.Context.TraceId);
    }

    [Fact]
    public void A_request_that_a_run_without_listener_sends_makes_the_next_commands_no_whole()
    {
        var relay = Created(recovering: false);
        relay.RunBegins(isSeen: false);

        // the listener comes during the run
        Request(relay, Event());
        relay.RunBegins(isSeen: true);
        using var command = new Activity("command").Start();
        Begin(relay, "command", command);
        Begin(relay, new WriteMessagesSuccessful());
        var late = Event();
        Request(relay, late);

        Begin(relay, new WriteMessagesSuccessful());
        Assert.IsType<UncertainOrigin>(relay.Given(new WriteMessageSuccess(late), origin: null));
    }

    private static PersistentRelay Created(bool recovering)
    {
        var relay = new PersistentRelay();
        relay.Created(new SaysIt(recovering));
        return relay;
    }

    private static WriteMessages Deferred(object shared) => new([new NonPersistentMessage(shared, ActorRefs.Nobody)], ActorRefs.Nobody);

    private static void Begin(PersistentRelay relay, object message, Activity? span = null) =>
        relay.Begin(new StampedEnvelope(new Envelope(message, ActorRefs.Nobody)), span);

    private static void Request(PersistentRelay relay, Persistent written) =>
        Assert.False(relay.TryOriginOf(WriteMessages.Of(ActorRefs.Nobody, written), current: null, passing: null, out _));

    private static Persistent Event() => new(new Written("text"), ActorRefs.Nobody);

    private sealed class SaysIt(bool recovering)
    {
        public bool IsRecovering => recovering;
    }
}
