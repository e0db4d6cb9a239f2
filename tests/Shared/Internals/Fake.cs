namespace AkkaInstrumentation.Tests;

/// <summary>Parts of an actor system's sampling without an actor system.</summary>
internal static class Fake
{
    public static Verdict Plain { get; } = RuleSet.Empty.For("/user/any", actor: null).For(typeof(string));

    public static RateAdaptation RateAdaptation { get; } = new(() => { });

    /// <summary>A rate at a share of 1 in 2^halvings, with room for messages before it changes.</summary>
    public static TimingRate Rate(int halvings)
    {
        var rate = new TimingRate(perSecond: 1_000, RateAdaptation);
        while (rate.Threshold > SamplingRandom.Always >> halvings)
        {
            rate.CountTimed();
        }

        // what leaks in four tenths of a second is the room
        for (var i = 0; i < 4; i++)
        {
            rate.Adapt();
        }

        Assert.Equal(SamplingRandom.Always >> halvings, rate.Threshold);
        return rate;
    }

    public static ActorTypeInfo Actor(TimingRate? rate = null) =>
        new("test", "Actor", rate ?? new TimingRate(0, RateAdaptation), maxMessageTypes: 100);

    public static RootSampling Roots(double ratio = 1, double budget = double.PositiveInfinity) =>
        new(ratio, budget, findsSlowWaits: false, RateAdaptation);
}
