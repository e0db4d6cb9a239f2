namespace AkkaInstrumentation.Tests.Sampling;

public class SamplingRandomSpec
{
    private const int Throws = 1_000_000;

    [Theory]
    [InlineData(0.5)]
    [InlineData(0.25)]
    [InlineData(0.01)]
    [InlineData(1.0 / 1024)]
    public void Of_a_million_throws_the_share_is_below_the_threshold(double share)
    {
        var threshold = SamplingRandom.Threshold(share);

        Chance.AssertShare(Count(() => SamplingRandom.Next() < threshold), Throws, share);
    }

    [Theory]
    [InlineData(0.5, 0.25)]
    [InlineData(0.01, 0.001)]
    public void A_throw_below_a_bound_is_as_likely_anywhere_below_it(double bound, double share)
    {
        var threshold = SamplingRandom.Threshold(share);

        Chance.AssertShare(Count(() => SamplingRandom.NextBelow(SamplingRandom.Threshold(bound)) < threshold), Throws, share / bound);
    }

    [Fact]
    public void The_ends_are_exact()
    {
        Assert.Equal(0, Count(() => SamplingRandom.Next() < SamplingRandom.Threshold(0)));
        Assert.Equal(Throws, Count(() => SamplingRandom.Next() < SamplingRandom.Always));
        Assert.Equal(SamplingRandom.Always, SamplingRandom.Threshold(1));
        Assert.Equal(0UL, SamplingRandom.NextBelow(0));
    }

    [Fact]
    public void Neighbouring_throws_do_not_follow_each_other()
    {
        var half = SamplingRandom.Threshold(0.5);
        var last = false;
        var same = Count(() =>
        {
            var now = SamplingRandom.Next() < half;
            var equal = now == last;
            last = now;
            return equal;
        });

        Chance.AssertShare(same, Throws, 0.5);
    }

    [Fact]
    public async Task Each_thread_has_a_sequence_of_its_own()
    {
        var sequences = await Task.WhenAll(Enumerable.Range(0, 8).Select(_ => Task.Factory.StartNew(
            () => string.Join(' ', Enumerable.Range(0, 4).Select(_ => SamplingRandom.Next())), TaskCreationOptions.LongRunning)));

        Assert.Equal(8, sequences.Distinct().Count());
    }

    private static int Count(Func<bool> hit)
    {
        var hits = 0;
        for (var i = 0; i < Throws; i++)
        {
            hits += hit() ? 1 : 0;
        }

        return hits;
    }
}
