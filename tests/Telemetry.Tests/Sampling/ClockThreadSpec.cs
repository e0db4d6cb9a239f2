using System.Diagnostics;

namespace AkkaInstrumentation.Tests.Sampling;

/// <summary>The thread of the coarse clock cannot be started: readers have the true time, and a later one starts it.</summary>
public class ClockThreadSpec
{
    [Fact]
    public async Task When_the_thread_cannot_be_started_nothing_stands_still_and_it_is_tried_again()
    {
        var shown = 0L;
        var tries = 0;
        var fails = true;
        var clock = new ClockThread(
            now => Volatile.Write(ref shown, now),
            thread =>
            {
                tries++;
                if (fails)
                {
                    throw new InvalidOperationException("on purpose");
                }

                thread.UnsafeStart();
            });
        for (var i = 0; i < 1_000; i++)
        {
            var before = Stopwatch.GetTimestamp();
            Assert.InRange(clock.Wake(), before, Stopwatch.GetTimestamp());
        }

        // not for each message: it is tried once a second at most
        Assert.InRange(tries, 1, 100);
        Assert.Equal(0, Volatile.Read(ref shown));
        Assert.Contains(TelemetryFault.Counts, fault => fault is { Key: TelemetryFault.Thread, Value: > 0 });
        fails = false;

        await Eventually.True(() => clock.Wake() > 0 && Volatile.Read(ref shown) > 0);
        var first = Volatile.Read(ref shown);
        await Eventually.True(() => Volatile.Read(ref shown) > first);
        Assert.InRange(clock.Wake(), first, Stopwatch.GetTimestamp());
    }

    [Fact]
    public async Task It_shows_zero_while_it_rests_and_goes_on_with_the_same_thread()
    {
        var shown = 0L;
        var started = 0;
        var clock = new ClockThread(
            now => Volatile.Write(ref shown, now),
            thread =>
            {
                started++;
                thread.UnsafeStart();
            });
        for (var round = 0; round < 2; round++)
        {
            Assert.InRange(clock.Wake(), 1, Stopwatch.GetTimestamp());
            await Eventually.True(() => Volatile.Read(ref shown) == 0);
        }

        Assert.Equal(1, started);
    }
}
