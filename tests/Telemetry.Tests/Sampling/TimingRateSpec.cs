namespace AkkaInstrumentation.Tests.Sampling;

/// <summary>Which messages are timed. The pulse is the test's: a beat is a call of Pulsed.</summary>
public sealed class TimingRateSpec
{
    private const int PerSecond = 1_000;

    private readonly TimingRate _rate = new(PerSecond, new RateAdaptation(() => { }));

    [Fact]
    public void Below_the_rate_every_message_is_timed()
    {
        for (var second = 0; second < 60; second++)
        {
            Assert.Equal(PerSecond, Second(PerSecond));
        }

        Assert.Equal(SamplingRandom.Always, _rate.Threshold);
    }

    [Fact]
    public void Under_load_about_as_many_are_timed_as_the_rate_allows()
    {
        Second(1_000_000);
        var timed = Enumerable.Range(0, 20).Sum(_ => Second(1_000_000));

        // shares are powers of two, hence the factor
        Assert.InRange(timed / 20, PerSecond / 2, PerSecond * 2);
    }

    [Fact]
    public void When_the_load_is_over_it_is_all_messages_again()
    {
        Second(1_000_000);
        Assert.NotEqual(SamplingRandom.Always, _rate.Threshold);

        // no longer than the pulse beats after the last message: three seconds
        for (var beat = 0; beat < 3 * RateAdaptation.PerSecond; beat++)
        {
            _rate.Adapt();
        }

        Assert.Equal(SamplingRandom.Always, _rate.Threshold);
    }

    [Fact]
    public void A_burst_that_nothing_interrupts_stays_within_its_share()
    {
        var timed = Messages(10_000_000);

        // a second's worth at once, then an eighth of it for each halving: 14 to 16 of them
        Assert.InRange(timed, PerSecond * 2, PerSecond * 4);
    }

    /// <summary>
    /// May hold what: any thread raises the level without a lock; the share and its halving belong to the lock's holder. A sender that finds the
    /// bucket full may come second: then another has let some of it out and there is nothing to halve.
    /// </summary>
    [Fact]
    public async Task Eight_senders_and_the_pulse_at_once_keep_the_bucket_true()
    {
        const int each = 250_000;
        var started = 8;
        var beats = Task.Factory.StartNew(
            () =>
            {
                while (Volatile.Read(ref started) > 0)
                {
                    Assert.True(_rate.Threshold is > 0 and <= SamplingRandom.Always);
                    _rate.Adapt();
                }
            },
            TaskCreationOptions.LongRunning);
        var senders = Enumerable.Range(0, 8).Select(_ => Task.Factory.StartNew(
            () =>
            {
                Messages(each);
                Interlocked.Decrement(ref started);
            },
            TaskCreationOptions.LongRunning));
        await Eventually.Within(Task.WhenAll(senders));
        await Eventually.Within(beats);

        // nothing was leaked twice and nothing is left: the bucket empties, then it takes exactly a second's worth
        for (var beat = 0; beat < 40; beat++)
        {
            _rate.Adapt();
        }

        Assert.Equal(SamplingRandom.Always, _rate.Threshold);
        Choose(PerSecond);
        Assert.Equal(SamplingRandom.Always, _rate.Threshold);
        _rate.CountTimed();
        Assert.Equal(SamplingRandom.Always / 2, _rate.Threshold);
    }

    private void Choose(int times)
    {
        for (var i = 0; i < times; i++)
        {
            _rate.CountTimed();
        }
    }

    private int Second(int messages)
    {
        var timed = 0;
        for (var beat = 0; beat < RateAdaptation.PerSecond; beat++)
        {
            timed += Messages(messages / RateAdaptation.PerSecond);
            _rate.Adapt();
        }

        return timed;
    }

    // as a sender does it
    private int Messages(int messages)
    {
        var timed = 0;
        for (var i = 0; i < messages; i++)
        {
            if (_rate.Threshold is var share && (share == SamplingRandom.Always || SamplingRandom.Next() < share))
            {
                _rate.CountTimed();
                timed++;
            }
        }

        return timed;
    }

    /// <summary>A value that stands for many is recorded so often at most that all together are some 8,000 records a second.</summary>
    [Theory]
    [InlineData(10, 64)]
    [InlineData(200, 40)]
    [InlineData(1_000, 8)]
    [InlineData(1_000_000, 8)]
    public void The_more_are_timed_the_fewer_times_each_is_recorded(int perSecond, int most) =>
        Assert.Equal(most, new TimingRate(perSecond, new RateAdaptation(() => { })).MaxTimes);
}
