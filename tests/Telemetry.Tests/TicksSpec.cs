using System.Diagnostics;

namespace AkkaInstrumentation.Tests;

public class TicksSpec
{
    [Fact]
    public void A_duration_is_never_negative()
    {
        Assert.Equal(0, Ticks.ToSeconds(-1));
        Assert.Equal(0, Ticks.ToSeconds(long.MinValue));
        Assert.Equal(1, Ticks.ToSeconds(Stopwatch.Frequency), 12);
    }

    [Fact]
    public void Stopwatch_ticks_become_the_wall_clocks_time()
    {
        var before = DateTime.UtcNow;
        var utc = Ticks.ToUtc(Stopwatch.GetTimestamp());
        var after = DateTime.UtcNow;

        // the anchor may be a second old, in which both clocks run on
        Assert.Equal(DateTimeKind.Utc, utc.Kind);
        Assert.InRange(utc, before.AddMilliseconds(-50), after.AddMilliseconds(50));
    }

    [Fact]
    public void Later_ticks_are_later_times_also_over_a_new_anchor()
    {
        var now = Stopwatch.GetTimestamp();
        var earlier = Ticks.ToUtc(now);
        var later = Ticks.ToUtc(now + (2 * Stopwatch.Frequency));

        Assert.InRange((later - earlier).TotalSeconds, 1.9, 2.1);
    }
}
