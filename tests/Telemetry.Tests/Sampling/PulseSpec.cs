namespace AkkaInstrumentation.Tests.Sampling;

public sealed class PulseSpec
{
    private int _beats;

    private int Beats => Volatile.Read(ref _beats);

    [Fact]
    public async Task It_does_not_beat_before_it_is_touched()
    {
        var asleep = new Pulse(_ => Interlocked.Increment(ref _beats));
        var other = 0;
        var awake = new Pulse(_ => Interlocked.Increment(ref other));
        awake.Touch();
        await Eventually.True(() => Volatile.Read(ref other) >= 3);

        Assert.Equal(0, Beats);
        awake.Stop();
        asleep.Stop();
    }

    [Fact]
    public async Task It_beats_while_it_is_touched_rests_and_wakes_again()
    {
        var pulse = new Pulse(_ => Interlocked.Increment(ref _beats));
        pulse.Touch();

        // longer than the 30 quiet beats after which it rests
        await Eventually.True(() =>
        {
            pulse.Touch();
            return Beats > 40;
        });

        await Rests();
        var rested = Beats;
        pulse.Touch();
        await Eventually.True(() => Beats > rested);
        pulse.Stop();
    }

    [Fact]
    public async Task A_beat_gets_the_time_of_day_and_is_never_joined_by_another()
    {
        var (inside, overlapped, last, backwards) = (0, 0, 0L, 0);
        var pulse = new Pulse(now =>
        {
            overlapped += Interlocked.Exchange(ref inside, 1);
            backwards += now <= last ? 1 : 0;
            last = now;

            // two and a half periods
            using var never = new ManualResetEventSlim();
            never.Wait(250);
            Volatile.Write(ref inside, 0);
            Interlocked.Increment(ref _beats);
        });
        pulse.Touch();

        await Eventually.True(() => Beats >= 4);
        pulse.Stop();
        Assert.Equal((0, 0), (overlapped, backwards));
    }

    [Fact]
    public async Task One_that_throws_beats_on()
    {
        var pulse = new Pulse(_ =>
        {
            Interlocked.Increment(ref _beats);
            throw new InvalidOperationException("on purpose");
        });
        pulse.Touch();

        await Eventually.True(() => Beats >= 3);
        pulse.Stop();
    }

    /// <summary>A sender may have a message for a system that has just terminated: its Tell must not throw.</summary>
    [Fact]
    public void Touched_after_the_stop_it_does_nothing()
    {
        var pulse = new Pulse(_ => { });
        pulse.Stop();

        pulse.Touch();
        pulse.Touch();
    }

    [Fact]
    public async Task What_flows_where_it_is_made_is_not_kept()
    {
        var flowing = new AsyncLocal<string?> { Value = "mine" };
        var seen = new TaskCompletionSource<string?>(TaskCreationOptions.RunContinuationsAsynchronously);
        var pulse = new Pulse(_ => seen.TrySetResult(flowing.Value));
        pulse.Touch();

        Assert.Null(await Eventually.Within(seen.Task));
        Assert.Equal("mine", flowing.Value);
        pulse.Stop();
    }

    /// <summary>
    /// May hold what: the timer belongs to whoever turns "running" from off to on, until a beat turns it off. A touch may fall
    /// between a quiet beat's look and its rest; then either it sees the rest and wakes, or the beat sees the touch. What
    /// both may miss (a store that its thread has not yet shown) the next touch makes good.
    /// </summary>
    [Fact]
    public async Task Touched_by_eight_threads_while_it_goes_to_rest_it_always_wakes()
    {
        var pulse = new Pulse(_ => Interlocked.Increment(ref _beats));
        for (var round = 0; round < 2; round++)
        {
            pulse.Touch();
            var before = Beats;
            await Eventually.True(() => Beats >= before + 27);

            // from now on it may go to rest at any moment
            await Task.WhenAll(Enumerable.Range(0, 8).Select(_ => Task.Run(() =>
            {
                for (var i = 0; i < 100_000; i++)
                {
                    pulse.Touch();
                }
            })));
            pulse.Touch();
            before = Beats;
            await Eventually.True(() => Beats > before);
        }

        pulse.Stop();
    }

    private async Task Rests()
    {
        // a rest is a row of looks without a beat, far longer than a period
        var (last, since) = (Beats, Environment.TickCount64);
        await Eventually.True(() =>
        {
            if (Beats != last)
            {
                (last, since) = (Beats, Environment.TickCount64);
            }

            return Environment.TickCount64 - since > 1_000;
        });
    }
}
