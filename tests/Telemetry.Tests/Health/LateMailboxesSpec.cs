using Akka.Actor;

namespace AkkaInstrumentation.Tests.Health;

/// <summary>Mailboxes whose oldest message was enqueued before a moment: all are counted, those that waited longest are kept.</summary>
public sealed class LateMailboxesSpec
{
    [Theory]
    [InlineData(1)]
    [InlineData(7)]
    public void Those_that_waited_longest_are_kept_in_whatever_order_they_come(int seed)
    {
        var random = new Random(seed);
        var times = Enumerable.Range(1, 1_000).OrderBy(_ => random.Next()).ToList();
        var late = new LateMailboxes(before: 1_000, kept: 10);
        foreach (var time in times)
        {
            late.Add(new Mailbox(time), depth: 1);
        }

        Assert.Equal(1_000, late.Count);
        Assert.Equal(Enumerable.Range(1, 10), late.Latest.Select(found => (int)found.OldestEnqueuedAt));
    }

    [Fact]
    public void A_users_queue_that_throws_is_left_out()
    {
        var late = new LateMailboxes(before: 100, kept: 10);
        late.Add(new Mailbox(-1), depth: 1);
        late.Add(new Mailbox(1), depth: 1);
        Assert.Equal(1, late.Count);
    }

    private sealed class Mailbox(long oldest) : ObservedMailbox
    {
        public override int Depth => throw new NotSupportedException();

        public override long OldestEnqueuedAt => oldest < 0 ? throw new InvalidOperationException() : oldest;

        public override MessageCells Cells => throw new NotSupportedException();

        public override IActorRef Self => ActorRefs.Nobody;

        public override string Path => "/user/test";

        public override TimeSpan? CurrentWait => null;
    }
}
