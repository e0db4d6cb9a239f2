namespace AkkaInstrumentation.Tests;

/// <summary>What a message has on it when it comes back from the stash, for each way back.</summary>
public sealed class StashHistorySpec : IDisposable
{
    private const string Unbounded = AkkaInstrumentationConfig.UnboundedDequeMailboxId;

    private readonly TestSystem _system;
    private readonly MetricRecorder _listener;

    public StashHistorySpec()
    {
        _system = Systems.WithIds(PriorityMailboxes.Hocon);
        _listener = new MetricRecorder(_system);
    }

    public void Dispose()
    {
        _listener.Dispose();
        _system.DisposeAsync().AsTask().Wait();
    }

    [Theory]
    [InlineData(Unbounded)]
    [InlineData(AkkaInstrumentationConfig.BoundedDequeMailboxId)]
    [InlineData(nameof(ByPriority))]
    [InlineData(nameof(ByStablePriority))]
    public async Task The_history_of_a_stashed_message_stays_with_that_message(string mailbox)
    {
        var run = new StashRun(_system, mailbox);
        object same = 1;
        await run.Stash(same, same, 2);

        await run.Return(stash => stash.UnstashAll());

        Assert.Equal(3, run.Stashed.OfType<StashHistory>().Distinct().Count());
        Assert.Equal(run.Stashed, run.Stories);
    }

    [Fact]
    public async Task One_at_a_time_they_come_in_the_stashs_order()
    {
        var run = new StashRun(_system, Unbounded);
        await run.Stash([.. Enumerable.Repeat("same", 100)]);

        for (var i = 0; i < 100; i++)
        {
            await run.Return(stash => stash.Unstash());
            Assert.Equal(run.Stashed.Take(i + 1), run.Stories);
        }

        await run.Return(stash => stash.Unstash());
        Assert.Equal(100, run.Back.Count);
    }

    [Fact]
    public async Task Messages_that_a_predicate_refuses_are_lost_with_their_history()
    {
        var run = new StashRun(_system, Unbounded);
        await run.Stash("same", "same", "same", "same");

        // Akka asks from the last to the first
        var asked = 0;
        await run.Return(stash => stash.UnstashAll(_ => asked++ is 0 or 2));

        Assert.Equal([run.Stashed[1], run.Stashed[3]], run.Stories);
    }

    [Fact]
    public async Task A_predicate_that_throws_leaves_an_empty_stash_and_right_counts()
    {
        var run = new StashRun(_system, Unbounded);
        await run.Stash("lost", "last");

        await Assert.ThrowsAsync<InvalidOperationException>(() => run.Do(stash => stash.UnstashAll(
            envelope => envelope.Message is "last" ? true : throw new InvalidOperationException())));
        await run.Stash("next");
        await run.Return(stash => stash.UnstashAll());

        // "last" came back while the actor still stashed
        Assert.Equal(["last", "next"], run.Back.Select(message => message.Message));
        Assert.Equal([run.Stashed[1], run.Stashed[3]], run.Stories);
        Assert.Same(run.Stashed[1], run.Stashed[2]);
    }

    [Fact]
    public async Task Messages_that_were_cleared_have_their_history_again_when_they_are_prepended()
    {
        var run = new StashRun(_system, Unbounded);
        IEnumerable<Envelope> cleared = [];
        await run.Stash("first", "second");
        await run.Do(stash => cleared = stash.ClearStash());
        Assert.Equal(["first", "second"], cleared.Select(envelope => envelope.Message));
        await run.Stash("third");

        await run.Return(stash =>
        {
            stash.Prepend(cleared);
            Assert.Equal(3, stash.Count);
            stash.UnstashAll();
        });

        Assert.Equal(["first", "second", "third"], run.Back.Select(message => message.Message));
        Assert.Equal(run.Stashed, run.Stories);
    }

    [Fact]
    public async Task Messages_that_the_actor_prepends_from_elsewhere_have_no_history_and_take_none()
    {
        var run = new StashRun(_system, Unbounded);
        await run.Stash("known");

        // Akka's stash takes equal envelopes once
        var foreign = new Envelope("foreign", run.Actor);
        await run.Return(stash =>
        {
            stash.Prepend([foreign, foreign]);
            stash.UnstashAll();
        });

        Assert.Equal([("foreign", null), ("known", run.Stashed[0])], run.Back);
    }

    [Fact]
    public async Task A_message_that_an_uninstrumented_stash_puts_back_has_no_history()
    {
        var run = new StashRun(_system, Unbounded);
        await run.Stash("message");
        var queue = (IDequeBasedMessageQueueSemantics)run.Actor.Queue();

        await run.Return(_ => queue.EnqueueFirst(new Envelope("message", ActorRefs.NoSender)));
        await run.Return(stash => stash.UnstashAll());

        Assert.Equal([null, run.Stashed[0]], run.Stories);
    }

    [Fact]
    public async Task A_full_stash_throws_as_Akkas_does_and_its_counts_stay_right()
    {
        var run = new StashRun(_system, AkkaInstrumentationConfig.BoundedDequeMailboxId, capacity: 1);
        await run.Stash("kept");
        Exception? overflow = null;

        await run.Do(stash =>
        {
            overflow = Record.Exception(stash.Stash);
            Assert.Equal((1, 1, true), (stash.Count, stash.Capacity, stash.IsFull));
        });
        await run.Return(stash => stash.UnstashAll());

        Assert.IsType<StashOverflowException>(overflow);
        Assert.Equal([("kept", run.Stashed[0])], run.Back);
    }
}
