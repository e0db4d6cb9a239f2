namespace AkkaInstrumentation.Tests.Sampling;

/// <summary>A limit that several share, by a clock of its own.</summary>
public sealed class FairLimitSpec
{
    private static readonly long Second = Stopwatch.Frequency;

    [Theory]
    [InlineData(500)]
    [InlineData(5_000)]
    public void A_quiet_one_gets_all_that_it_wants_beside_a_noisy_one_and_the_noisy_one_gets_the_rest(int perSecond)
    {
        var (limit, noisy, quiet) = (new FairLimit(100, 25), new FairShare(), new FairShare());
        var (noisyTook, quietTook, quietAsked) = (0, 0, 0);
        for (var i = 0; i < 80 * perSecond; i++)
        {
            var now = Second + (i * Second / perSecond);
            noisyTook += limit.TryTake(noisy, now, out _) ? 1 : 0;
            if (i % (2 * perSecond) == perSecond)
            {
                quietAsked++;
                quietTook += limit.TryTake(quiet, now, out long _) ? 1 : 0;
            }
        }

        Assert.Equal((40, 40), (quietTook, quietAsked));
        Assert.InRange(noisyTook + quietTook, (80 * 100) - 25, (80 * 100) + 25);
    }

    [Fact]
    public void Among_fifty_noisy_ones_everybody_gets_about_the_same_and_a_quiet_one_its_due()
    {
        var limit = new FairLimit(100, 25);
        var all = Enumerable.Range(0, 50).Select(_ => (Share: new FairShare(), Took: new List<long>())).ToList();
        var (quiet, quietTook) = (new FairShare(), 0);
        for (var i = 0; i < 20_000 * 10; i++)
        {
            // Not in turns, or the first one would meet each free place.
            var now = Second + (i * Second / 20_000);
            var one = all[(int)((i * 7_919L) % 50)];
            if (limit.TryTake(one.Share, now, out _))
            {
                one.Took.Add(now);
            }

            quietTook += i % 40_000 == 20_001 && limit.TryTake(quiet, now, out _) ? 1 : 0;
        }

        Assert.Equal(5, quietTook);
        Assert.All(all, one => Assert.InRange(one.Took.Count, 10, 40));
    }

    [Fact]
    public void What_was_left_out_is_known_for_each()
    {
        var (limit, noisy, quiet) = (new FairLimit(1, 4), new FairShare(), new FairShare());
        var took = Enumerable.Range(0, 1_000).Count(_ => limit.TryTake(noisy, Second, out long _));
        Assert.Equal(2, took);
        Assert.True(limit.TryTake(quiet, Second, out var leftOutOfQuiet));
        Assert.True(limit.TryTake(noisy, 20 * Second, out var leftOutOfNoisy));
        Assert.Equal((0L, 998L), (leftOutOfQuiet, leftOutOfNoisy));
    }
}
