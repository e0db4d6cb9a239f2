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

    /// <summary>Milliseconds for which the thread is held up before each read of the wall clock.</summary>
    [Theory]
    [InlineData(0, new[] { 40, 30, 0 })]
    [InlineData(1, new[] { 40, 30, 20, 2, 20, 20, 20, 20, 20, 20 })]
    public void A_thread_that_loses_its_processor_between_the_clocks_hardly_puts_them_apart(int milliseconds, int[] heldUp)
    {
        var (now, reads) = (0L, 0);

        var anchor = Ticks.Anchor.Of(
            () => now,
            () =>
            {
                now += heldUp[reads++] * Stopwatch.Frequency / 1_000;
                return DateTime.UnixEpoch + Stopwatch.GetElapsedTime(0, now);
            });

        Assert.Equal(milliseconds, (anchor.Utc - DateTime.UnixEpoch - Stopwatch.GetElapsedTime(0, anchor.Ticks)).TotalMilliseconds);
        Assert.Equal(heldUp.Length, reads);
    }
}
