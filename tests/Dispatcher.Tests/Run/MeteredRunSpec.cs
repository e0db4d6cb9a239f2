using AkkaInstrumentation.Tests.Sampling;

namespace AkkaInstrumentation.Tests.Run;

/// <summary>Which runs are timed. Decided where the mailbox is scheduled.</summary>
public sealed class MeteredRunSpec
{
    [Theory]
    [InlineData(0)]
    [InlineData(2)]
    [InlineData(5)]
    public void Of_the_runs_the_rates_share_is_timed(int halvings)
    {
        const int Runs = 20_000;
        using var listener = new MetricRecorder(nameof(MeteredRunSpec), name => name == AkkaMetricNames.DispatcherDelay);
        var timed = 0;
        for (var i = 0; i < Runs / 100; i++)
        {
            // chosen runs raise the level, which would move the share: a new rate at the same share goes on instead
            var run = new Run(new DispatcherMeter(nameof(MeteredRunSpec), "id", Fake.Rate(halvings)));
            for (var j = 0; j < 100; j++)
            {
                run.Schedule(counting: true);
                timed += run.IsTimed ? 1 : 0;
            }
        }

        Chance.AssertShare(timed, Runs, Math.Pow(0.5, halvings));
    }

    [Fact]
    public void What_was_decided_for_a_run_that_the_executor_refused_is_not_the_next_ones()
    {
        using var listener = new MetricRecorder(nameof(MeteredRunSpec), name => name == AkkaMetricNames.DispatcherDelay);
        var run = new Run(new DispatcherMeter(nameof(MeteredRunSpec), "id", TimingRate.All));
        run.Schedule(counting: true);
        Assert.True(run.IsTimed);
        run.Schedule(counting: false);
        Assert.False(run.IsTimed);
    }

    [Theory]
    [InlineData(1, 0)]
    [InlineData(123_456_789_012_345, 24)]
    [InlineData(long.MaxValue >> 5, 13)]
    public void What_was_chosen_keeps_its_time_and_its_weight(long ticks, int shift)
    {
        var chosen = new WeightedTimestamp(ticks, SamplingRandom.Always >> shift);
        Assert.Equal((ticks, shift, false), (chosen.Ticks, chosen.Shift, chosen.IsNone));
        Assert.True(default(WeightedTimestamp).IsNone);
    }

    private sealed class Run(DispatcherMeter dispatcher) : MeteredRun(dispatcher)
    {
        public new bool IsTimed => base.IsTimed;

        public void Schedule(bool counting) => Scheduled(counting);
    }
}
