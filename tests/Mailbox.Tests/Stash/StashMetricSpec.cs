namespace AkkaInstrumentation.Tests;

/// <summary>How often actors of a type stash, and how long a message then waits for its unstashing.</summary>
public sealed class StashMetricSpec
{
    private const string Unbounded = AkkaInstrumentationConfig.UnboundedDequeMailboxId;

    private static readonly (string, object?) Stashing = (AkkaSpanAttributes.ActorType, "StashRun.Stashing");

    [Theory]
    [InlineData(Unbounded)]
    [InlineData(AkkaInstrumentationConfig.BoundedDequeMailboxId)]
    [InlineData(nameof(ByPriority))]
    [InlineData(nameof(ByStablePriority))]
    public async Task Each_stashing_is_counted_and_each_return_is_timed_once(string mailbox)
    {
        await using var system = Systems.WithIds(PriorityMailboxes.Hocon).Measured(out var metrics);
        var run = new StashRun(system, mailbox);
        await run.Stash(1, 2, 3);

        Assert.Equal(3, metrics.Sum(AkkaMetricNames.StashMessages, Stashing));
        Assert.Empty(metrics.Of(AkkaMetricNames.StashDuration));

        await run.Return(stash => stash.Unstash());
        Assert.Single(metrics.Of(AkkaMetricNames.StashDuration, Stashing));
        await run.Return(stash => stash.UnstashAll());

        Assert.Equal(3, metrics.Of(AkkaMetricNames.StashDuration, Stashing).Count);
        Assert.All(metrics.Values(AkkaMetricNames.StashDuration), seconds => Assert.InRange(seconds, 0, 60));
        Assert.Equal(3, metrics.Sum(AkkaMetricNames.StashMessages));
    }

    [Fact]
    public async Task Stashed_again_it_counts_again_and_is_timed_for_that_time_alone()
    {
        await using var system = Systems.WithIds().Measured(out var metrics);
        var run = new StashRun(system, Unbounded);
        await run.Stash("again");
        await run.Do(stash => stash.UnstashAll());
        await run.Return(stash => stash.UnstashAll());

        Assert.Equal(2, metrics.Sum(AkkaMetricNames.StashMessages));
        var history = Assert.Single(run.Stories)!;
        Assert.Equal(2, history.Times);
        Assert.Equal(Ticks.ToSeconds(history.StashedTicks), metrics.Values(AkkaMetricNames.StashDuration).Sum(), tolerance: 1e-6);
    }

    [Fact]
    public async Task A_stashing_that_fails_does_not_count()
    {
        await using var system = Systems.WithIds().Measured(out var metrics);
        var run = new StashRun(system, AkkaInstrumentationConfig.BoundedDequeMailboxId, capacity: 1);
        await run.Stash("kept");

        await Assert.ThrowsAnyAsync<StashOverflowException>(() => run.Do(stash => stash.Stash()));

        Assert.Equal(1, metrics.Sum(AkkaMetricNames.StashMessages));
    }
}
