using System.Diagnostics;

namespace AkkaInstrumentation.Tests.Sampling;

public class CoarseClockSpec
{
    [Fact]
    public async Task It_goes_on_is_never_ahead_and_rests_when_nobody_reads()
    {
        for (var round = 0; round < 2; round++)
        {
            var first = CoarseClock.Now;
            Assert.InRange(first, 1, Stopwatch.GetTimestamp());
            await Eventually.True(() => CoarseClock.Now > first);
            Assert.InRange(CoarseClock.Now, first, Stopwatch.GetTimestamp());

            // no other test of this assembly reads it for a second
            await Eventually.True(() => CoarseClock.IsAtRest);
        }
    }

    [Fact]
    public async Task A_window_is_a_twentieth_of_a_second_and_begins_at_a_time_that_was_shown()
    {
        var lengths = new List<double>();
        var ahead = 0;
        var last = CoarseClock.Window;
        await Eventually.True(() =>
        {
            // in this order: a window that begins in between is newer than the time that was read before
            var (window, now) = (CoarseClock.Window, CoarseClock.Now);
            ahead += window > now ? 1 : 0;
            if (window != last)
            {
                lengths.Add((window - last) / (double)Stopwatch.Frequency);
                last = window;
            }

            return lengths.Count >= 10;
        });

        Assert.Equal(0, ahead);

        // A clock that rests or stalls makes a window longer, never shorter.
        Assert.All(lengths, length => Assert.True(length >= 1.0 / CoarseClock.WindowsPerSecond));
    }

    [Fact]
    public async Task It_never_goes_back_for_whoever_reads_it()
    {
        await Task.WhenAll(Enumerable.Range(0, 4).Select(_ => Task.Factory.StartNew(
            () =>
            {
                var last = 0L;
                for (var i = 0; i < 2_000_000; i++)
                {
                    var now = CoarseClock.Now;
                    Assert.True(now >= last);
                    last = now;
                }
            },
            TaskCreationOptions.LongRunning)));
    }
}
