using System.Text.Json;
using WebApi.LivePage.Metrics;

namespace AkkaInstrumentation.Tests;

/// <summary>Percentiles out of histogram buckets.</summary>
public sealed class BucketsSpec
{
    private static readonly double[] Bounds = [1, 2, 4, double.PositiveInfinity];

    [Fact]
    public void Nothing_has_no_percentile() => Assert.Null(new Buckets().Percentile(0.5));

    [Theory]
    [InlineData(0.50, 1.0)]
    [InlineData(0.75, 1.5)]
    [InlineData(1.00, 2.0)]
    public void A_percentile_is_interpolated_in_its_bucket(double fraction, double expected) =>
        Assert.Equal(new Estimate(expected, IsAbove: false), Of(10, 10, 0, 0).Percentile(fraction));

    [Fact]
    public void Above_all_bounds_no_more_is_said_than_that()
    {
        Assert.Equal(new Estimate(4, IsAbove: true), Of(0, 0, 0, 5).Percentile(0.5));
        Assert.Equal(new Estimate(4, IsAbove: false), Of(0, 0, 5, 5).Percentile(0.5));
    }

    [Fact]
    public void The_page_gets_the_last_bound_and_that_it_is_more()
    {
        var frame = new Frame(DateTime.UnixEpoch);
        frame.For("Slow", system: 1).Work.Add(new Buckets([120, 300, double.PositiveInfinity], [0, 9, 1]));
        var actor = JsonSerializer.SerializeToElement(MetricsView.Of([frame], frame), JsonSerializerOptions.Web).GetProperty("actors")[0];

        Assert.Equal("""{"us":300000000,"above":true}""", actor.GetProperty("work").GetProperty("p99").GetRawText());
        Assert.Equal("""{"us":220000000,"above":false}""", actor.GetProperty("work").GetProperty("p50").GetRawText());
        Assert.Equal(JsonValueKind.Null, actor.GetProperty("wait").GetProperty("p99").ValueKind);
    }

    [Fact]
    public void Buckets_add_up()
    {
        var sum = Of(1, 0, 0, 0);
        sum.Add(new Buckets());
        sum.Add(Of(0, 0, 3, 0));
        Assert.Equal(4, sum.Count);
        Assert.Equal(3, sum.Percentile(0.625)?.Seconds);
    }

    [Fact]
    public void What_was_there_before_can_be_subtracted()
    {
        var later = Of(1, 2, 3, 0).Since(Of(1, 0, 3, 0));
        Assert.Equal(2, later.Count);
        Assert.Equal(1.5, later.Percentile(0.5)?.Seconds);
        Assert.Equal(6, Of(1, 2, 3, 0).Since(new Buckets()).Count);
    }

    private static Buckets Of(params long[] counts) => new(Bounds, counts);
}
