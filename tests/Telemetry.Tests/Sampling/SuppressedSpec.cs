namespace AkkaInstrumentation.Tests.Sampling;

/// <summary>How many roots got no span, estimated from those that were drawn.</summary>
public sealed class SuppressedSpec
{
    private const int Messages = 400_000;

    [Theory]
    [InlineData(0.5)]
    [InlineData(0.01)]
    public void The_count_of_those_that_the_ratio_left_out_is_estimated_from_those_that_are_drawn(double ratio)
    {
        var roots = Fake.Roots(ratio);
        var drawn = Run(roots, halvings: 0);

        Assert.InRange(Of(roots, "ratio"), (drawn * ((1 / ratio) - 1)) - 1, (drawn * ((1 / ratio) - 1)) + 1);
        AssertNear(Messages * (1 - ratio), Of(roots, "ratio"), sigma: Math.Sqrt(Messages * (1 - ratio) / ratio));
        Assert.Equal(0, Of(roots, "budget"));
    }

    [Theory]
    [InlineData(1, 0)]
    [InlineData(1, 4)]
    [InlineData(0.25, 3)]
    public void With_a_budget_each_root_got_a_span_or_is_counted(double ratio, int halvings)
    {
        var roots = Fake.Roots(ratio, budget: 100);
        var taken = Run(roots, halvings);
        var weight = (1 << halvings) / ratio;

        Assert.InRange(taken, 1, 100);
        AssertNear(Messages, taken + Of(roots, "budget") + Of(roots, "ratio"), sigma: Math.Sqrt(Messages * weight));
        AssertNear(Messages * (1 - ratio), Of(roots, "ratio"), sigma: Math.Sqrt(Messages * weight));
    }

    // as Sample does it, at one moment
    private static int Run(RootSampling roots, int halvings)
    {
        var message = Fake.Actor().Message(typeof(string));
        var share = SamplingRandom.Always >> halvings;
        var now = Stopwatch.GetTimestamp();
        var taken = 0;
        for (var i = 0; i < Messages; i++)
        {
            taken += roots.Samples(SamplingRandom.Next(), share) && roots.TryTake(ref message.RootTakenAt, now, share) ? 1 : 0;
        }

        return taken;
    }

    private static long Of(RootSampling roots, string reason) => roots.SuppressedRoots.Single(suppressed => suppressed.Reason == reason).Count;

    private static void AssertNear(double expected, double found, double sigma) =>
        Assert.InRange(found, expected - (6 * sigma) - 2, expected + (6 * sigma) + 2);
}
