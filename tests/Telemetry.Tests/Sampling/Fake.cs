namespace AkkaInstrumentation.Tests.Sampling;

/// <summary>Parts of an actor system's sampling without an actor system.</summary>
internal static class Fake
{
    public static Verdict Plain { get; } = RuleSet.Empty.For("/user/any", actor: null).For(typeof(string));

    public static Pulse Pulse { get; } = new(_ => { });

    /// <summary>A rate at a share of 1 in 2^halvings, with room for messages before it changes.</summary>
    public static TimingRate Rate(int halvings)
    {
        var rate = new TimingRate(perSecond: 1_000, Pulse);
        while (rate.Threshold > Coin.Always >> halvings)
        {
            rate.Chosen();
        }

        // what leaks in four tenths of a second is the room
        for (var i = 0; i < 4; i++)
        {
            rate.Pulsed();
        }

        Assert.Equal(Coin.Always >> halvings, rate.Threshold);
        return rate;
    }

    public static ActorTypeInfo Actor(TimingRate? rate = null) => new("test", "Actor", rate ?? new TimingRate(0, Pulse), maxMessageTypes: 100);

    public static RootSampling Roots(double ratio = 1, double budget = double.PositiveInfinity) =>
        new(TestSettings.Read() with { TracingSamplingRatio = ratio, TracingSamplingBudget = budget }, Pulse);
}
