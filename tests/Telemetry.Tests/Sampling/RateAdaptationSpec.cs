namespace AkkaInstrumentation.Tests.Sampling;

public sealed class RateAdaptationSpec
{
    private int _beats;

    private int Beats => Volatile.Read(ref _beats);

    [Fact]
    public async Task It_adapts_while_there_are_messages_rests_without_them_and_wakes_again()
    {
        var adaptation = new RateAdaptation(() => Interlocked.Increment(ref _beats));
        adaptation.Touch();

        // longer than the 40 quiet beats after which it rests
        await Eventually.True(() =>
        {
            adaptation.Touch();
            return Beats > 50;
        });

        await Rests();
        var rested = Beats;
        adaptation.Touch();
        await Eventually.True(() => Beats > rested);
        adaptation.Stop();
    }

    [Fact]
    public async Task A_listener_that_throws_does_not_stop_the_adaptation()
    {
        var adaptation = new RateAdaptation(() =>
        {
            Interlocked.Increment(ref _beats);
            throw new InvalidOperationException("on purpose");
        });
        adaptation.Touch();

        await Eventually.True(() => Beats >= 3);
        adaptation.Stop();
    }

    /// <summary>A sender may have a message for a system that has just terminated: its Tell must not throw.</summary>
    [Fact]
    public void Touched_after_the_stop_it_does_nothing()
    {
        var adaptation = new RateAdaptation(() => { });
        adaptation.Stop();

        adaptation.Touch();
        adaptation.Touch();
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

/// <summary>A class of its own, because its tests and those above take seconds, and classes run beside each other.</summary>
public sealed class RateAdaptationRaceSpec
{
    private int _beats;

    private int Beats => Volatile.Read(ref _beats);

    [Fact]
    public async Task A_beat_is_never_joined_by_another()
    {
        var (inside, overlapped) = (0, 0);
        var adaptation = new RateAdaptation(() =>
        {
            overlapped += Interlocked.Exchange(ref inside, 1);

            // two and a half periods
            using var never = new ManualResetEventSlim();
            never.Wait(250);
            Volatile.Write(ref inside, 0);
            Interlocked.Increment(ref _beats);
        });
        adaptation.Touch();

        await Eventually.True(() => Beats >= 4);
        adaptation.Stop();
        Assert.Equal(0, overlapped);
    }

    /// <summary>
    /// May hold what: the timer belongs to whoever turns "running" from off to on, until a beat turns it off. A touch may fall between a quiet beat's
    /// look and its rest; then either it sees the rest and wakes, or the beat sees the touch. What both may miss (a store that its thread has not yet
    /// shown) the next touch makes good.
    /// </summary>
    [Fact]
    public async Task Touched_by_eight_threads_while_it_goes_to_rest_it_always_wakes()
    {
        var adaptation = new RateAdaptation(() => Interlocked.Increment(ref _beats));
        for (var round = 0; round < 2; round++)
        {
            adaptation.Touch();
            var before = Beats;
            await Eventually.True(() => Beats >= before + 37);

            // from now on it may go to rest at any moment
            await Task.WhenAll(Enumerable.Range(0, 8).Select(_ => Task.Run(() =>
            {
                for (var i = 0; i < 100_000; i++)
                {
                    adaptation.Touch();
                }
            })));
            adaptation.Touch();
            before = Beats;
            await Eventually.True(() => Beats > before);
        }

        adaptation.Stop();
    }
}
