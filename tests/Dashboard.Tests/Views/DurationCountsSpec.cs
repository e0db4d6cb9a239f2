namespace AkkaInstrumentation.Tests;

/// <summary>Percentiles out of histogram buckets.</summary>
public sealed class DurationCountsSpec
{
    [Fact]
    public void Nothing_has_no_percentile() => Assert.Null(DurationCounts.Percentile([new DurationCounts()], 0.5));

    [Theory]
    [InlineData(0.50, 100)]
    [InlineData(0.75, 175)]
    [InlineData(1.00, 240)]
    public void A_percentile_is_interpolated_in_its_bucket(double fraction, double expected) =>
        Assert.Equal(new DurationEstimate(expected, Above: false),
            DurationCounts.Percentile([Of((0.00009, 10)), Of((0.0002, 9), (0.00024, 1))], fraction));

    [Theory]
    [InlineData(0.50)]
    [InlineData(0.95)]
    [InlineData(0.99)]
    public void A_percentile_of_one_duration_is_that_duration(double fraction) =>
        Assert.Equal(new DurationEstimate(3_910_000, Above: false), DurationCounts.Percentile([Of((3.91, 1))], fraction));

    [Fact]
    public void A_percentile_is_never_above_the_longest_or_below_the_shortest_of_all()
    {
        DurationCounts[] some = [Of((2.6, 1)), Of((2.7, 1))];
        Assert.Equal(2_700_000, DurationCounts.Percentile(some, 0.99)!.Us);
        Assert.Equal(2_600_000, DurationCounts.Percentile(some, 0.01)!.Us);
    }

    [Fact]
    public void Above_the_last_bound_only_that_is_known() =>
        Assert.Equal(new DurationEstimate(300_000_000, Above: true), DurationCounts.Percentile([Of((400, 1))], 0.5));

    [Fact]
    public void A_duration_on_a_bound_is_below_it() =>
        Assert.Equal(new DurationEstimate(300_000_000, Above: false), DurationCounts.Percentile([Of((300, 1))], 1));

    private static DurationCounts Of(params (double Seconds, int Times)[] durations)
    {
        var counts = new DurationCounts();
        foreach (var (seconds, times) in durations)
        {
            for (var i = 0; i < times; i++)
            {
                counts.Add(seconds);
            }
        }

        return counts;
    }
}
