namespace AkkaInstrumentation.Tests.Watchdog;

/// <summary>Depths at regular looks, and what is reported. The least depth is 100; nine looks are the time that a mailbox may grow.</summary>
public class GrowthSpec
{
    private readonly Growth _growth = new(100);
    private int _looks;

    [Fact]
    public void One_that_grows_is_reported_at_the_ninth_look_and_no_earlier()
    {
        Assert.All(Enumerable.Range(0, 8), i => Assert.False(Look(100 + i)));
        Assert.True(Look(108));
        Assert.Equal(1.0, _growth.PerSecond, 6);
        Assert.Equal(8, (int)Math.Round(Ticks.ToSeconds(Now - _growth.Since)));
    }

    [Fact]
    public void One_look_below_the_least_depth_restarts_the_time()
    {
        Climb(100, 8);
        Assert.False(Look(99));
        Assert.All(Enumerable.Range(0, 8), i => Assert.False(Look(200 + i)));
        Assert.True(Look(300));
    }

    [Theory]
    [InlineData(500, 500, 500, 500, 500, 500, 500, 500, 500)]
    [InlineData(900, 800, 700, 600, 500, 400, 300, 200, 150)]
    [InlineData(150, 900, 150, 900, 150, 900, 150, 900, 900)]
    [InlineData(200, 300, 400, 200, 300, 400, 200, 300, 400)]
    public void One_that_stays_falls_or_is_emptied_in_turns_is_not_reported(params int[] depths)
    {
        for (var round = 0; round < 3; round++)
        {
            Assert.All(depths, depth => Assert.False(Look(depth)));
        }
    }

    [Fact]
    public void One_whose_low_points_rise_is_reported()
    {
        int[] depths = [200, 400, 250, 450, 300, 500, 350, 550, 400];
        Assert.True(depths.Select(Look).ToList()[^1]);
    }

    [Fact]
    public void It_is_reported_again_each_time_that_it_has_doubled()
    {
        Climb(100, 8);
        Assert.True(Look(1_000));
        Assert.Equal([false, true, false, true], new[] { 1_999, 2_000, 3_999, 4_000 }.Select(Look).ToList());
    }

    [Fact]
    public void A_mailbox_around_the_least_depth_is_reported_once()
    {
        Climb(100, 8);
        Assert.True(Look(120));
        Assert.Equal(120, _growth.Peak);
        Assert.All(Enumerable.Range(0, 100), i => Assert.False(Look(80 + (i % 40))));
    }

    private long Now => _looks * Stopwatch.Frequency;

    private void Climb(int from, int looks)
    {
        for (var i = 0; i < looks; i++)
        {
            Assert.False(Look(from + i));
        }
    }

    private bool Look(int depth)
    {
        _looks++;
        return _growth.Record(depth, Now);
    }
}
