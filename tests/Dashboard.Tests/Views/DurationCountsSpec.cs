namespace AkkaInstrumentation.Tests;

/// <summary>Percentiles out of histogram buckets.</summary>
public sealed class DurationCountsSpec
{
    [Fact]
    public void Nothing_has_no_percentile() => Assert.Null(DurationCounts.Percentile([new DurationCounts()], 0.5));

    [Theory]
    [InlineData(0.50, 100)]
    [InlineData(0.75, 175)]
    [InlineData(1.00, 250)]
    public void A_percentile_is_interpolated_in_its_bucket(double fraction, double expected) =>
        Assert.Equal(new DurationEstimate(expected, Above: false), DurationCounts.Percentile([Of((0.00009, 10)), Of((0.0002, 10))], fraction));

    [Fact]
    public void Above_the_last_bound_no_more_is_said_than_that() =>
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
