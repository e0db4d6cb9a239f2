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

    [Theory]
    [InlineData(3_600)]
    [InlineData(-3_600)]
    [InlineData(1)]
    public void A_step_of_the_wall_clock_is_in_no_span_and_in_all_that_begin_a_moment_later(int seconds)
    {
        var (now, set) = (1L, 0);
        var clock = new Ticks.WallClock(() => now, () => DateTime.UnixEpoch.AddSeconds(set) + Stopwatch.GetElapsedTime(0, now));
        using var before = Span(clock.ToUtc(now));
        var begunAt = now;

        set = seconds;
        now += (3 * Stopwatch.Frequency / 2) + 1;

        Assert.Equal(1.5, (Ticks.ToUtcIn(before, begunAt, now) - before.StartTimeUtc).TotalSeconds, 0.001);
        Assert.Equal(1.5 + seconds, (clock.ToUtc(now) - DateTime.UnixEpoch).TotalSeconds, 0.001);
    }

    /// <summary>
    /// Activities of other sources read the wall clock: right after a step, a child must not begin an hour before or after such a parent.
    /// </summary>
    [Fact]
    public void A_step_is_seen_within_a_hundredth_of_a_second_not_at_the_next_second()
    {
        var (now, set) = (1L, 0);
        var clock = new Ticks.WallClock(() => now, () => DateTime.UnixEpoch.AddSeconds(set) + Stopwatch.GetElapsedTime(0, now));
        set = -3_600;
        now += (Stopwatch.Frequency / 100) + 2;

        Assert.Equal(DateTime.UnixEpoch.AddSeconds(set) + Stopwatch.GetElapsedTime(0, now), clock.ToUtc(now), TimeSpan.FromMilliseconds(0.01));
    }

    [Fact]
    public void Between_steps_two_times_differ_by_what_the_stopwatch_says_and_a_slow_drift_is_followed_once_a_second()
    {
        // The wall clock is slower by 400 millionths.
        var now = 1L;
        var clock = new Ticks.WallClock(() => now, () => DateTime.UnixEpoch + (Stopwatch.GetElapsedTime(0, now) * 0.9996));
        var last = clock.ToUtc(now);
        for (var i = 0; i < 1_000; i++)
        {
            now += Stopwatch.Frequency / 100;
            var next = clock.ToUtc(now);
            Assert.InRange((next - last).TotalMilliseconds, 9.5, 10.5);
            last = next;
        }

        Assert.Equal(9.996, (last - DateTime.UnixEpoch).TotalSeconds, 0.001);
    }

    /// <summary>Milliseconds for which the thread is held up before each read of the wall clock.</summary>
    [Theory]
    [InlineData(0, new[] { 40, 30, 0 })]
    [InlineData(1, new[] { 40, 30, 20, 2, 20, 20, 20, 20, 20, 20 })]
    public void A_thread_that_loses_its_processor_between_the_clocks_hardly_puts_them_apart(int milliseconds, int[] heldUp)
    {
        var (now, reads) = (0L, 0);

        var anchor = Ticks.Anchor.Read(
            () => now,
            () =>
            {
                now += heldUp[reads++] * Stopwatch.Frequency / 1_000;
                return DateTime.UnixEpoch + Stopwatch.GetElapsedTime(0, now);
            });

        Assert.Equal(milliseconds, (anchor.Utc - DateTime.UnixEpoch - Stopwatch.GetElapsedTime(0, anchor.Ticks)).TotalMilliseconds);
        Assert.Equal(heldUp.Length, reads);
    }

    private static Activity Span(DateTime start) => new Activity("span").SetStartTime(start).Start();
}
