using AkkaInstrumentation.Tests.Metrics;

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
            late.Add(Mailbox(time), depth: 1);
        }

        Assert.Equal(1_000, late.Count);
        Assert.Equal(Enumerable.Range(1, 10), late.Latest.Select(found => (int)found.OldestEnqueuedAt));
    }

    [Fact]
    public void A_users_queue_that_throws_is_left_out()
    {
        var late = new LateMailboxes(before: 100, kept: 10);
        late.Add(Mailbox(null), depth: 1);
        late.Add(Mailbox(1), depth: 1);
        Assert.Equal(1, late.Count);
    }

    // the depth is told, not asked for
    private static FakeMailbox Mailbox(long? oldest) => new() { Oldest = oldest, WhenRead = () => throw new NotSupportedException() };
}
