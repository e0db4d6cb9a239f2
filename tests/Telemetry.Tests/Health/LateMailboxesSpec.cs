using AkkaInstrumentation.Tests.Metrics;

namespace AkkaInstrumentation.Tests.Health;

/// <summary>Mailboxes whose oldest message is old: all are counted, those that waited longest are named.</summary>
public sealed class LateMailboxesSpec
{
    [Theory]
    [InlineData(1)]
    [InlineData(7)]
    public void Those_that_waited_longest_are_named_in_whatever_order_they_come(int seed)
    {
        var random = new Random(seed);
        var found = Findings<int>.From([.. Enumerable.Range(1, 1_000).OrderBy(_ => random.Next())], time => -time);

        Assert.Equal(1_000, found.Count);
        Assert.Equal(Enumerable.Range(1, Findings<int>.MaxNamed), found.Worst);
    }

    [Fact]
    public void A_users_queue_that_throws_has_no_old_message() => Assert.Equal(0, new FakeMailbox { Oldest = null }.OldestOrNone);
}
