using System.Diagnostics;
using System.Diagnostics.Metrics;

namespace AkkaInstrumentation.Tests.Metrics;

/// <summary>How long, and how much of, the last values of ended systems are kept.</summary>
public sealed class EndedSystemsSpec
{
    private static readonly long Minute = 60 * Stopwatch.Frequency;

    [Fact]
    public void Last_values_are_kept_for_a_minute()
    {
        var ended = EndedSystems.None.With(Values(1, now: 0), now: 0);

        Assert.Same(ended, ended.At(Minute));
        Assert.Same(EndedSystems.None, ended.At(Minute + 1));
    }

    [Fact]
    public void Each_system_has_its_own_minute()
    {
        var ended = EndedSystems.None.With(Values(1, now: 0), now: 0).With(Values(2, now: Minute), now: Minute);

        Assert.Equal([1, 2], ended.At(Minute).All.Select(system => system.Count));
        Assert.Equal([2], ended.At(Minute + 1).All.Select(system => system.Count));
        Assert.Equal([2, 3], ended.With(Values(3, Minute + 1), Minute + 1).All.Select(system => system.Count));
    }

    [Fact]
    public void Beyond_the_limit_the_oldest_go_and_the_last_stays_whatever_it_has()
    {
        const int Half = EndedSystems.MostValues / 2;
        var ended = EndedSystems.None.With(Values(1, 0), 0).With(Values(Half, 0), 0).With(Values(Half, 0), 0);
        Assert.Equal([Half, Half], ended.All.Select(system => system.Count));

        var one = ended.With(Values(EndedSystems.MostValues + 1, 0), 0);
        Assert.Equal([EndedSystems.MostValues + 1], one.All.Select(system => system.Count));
    }

    [Fact]
    public void A_counter_finds_its_values_and_what_has_none_nothing()
    {
        var values = LastValues.Of([("one", new[] { new Measurement<long>(7) }), ("none", Array.Empty<Measurement<long>>())], 0);

        Assert.Equal(7, Assert.Single(values.Of<long>("one")).Value);
        Assert.Empty(values.Of<long>("none"));
        Assert.Empty(values.Of<double>("other"));
        Assert.Equal(1, values.Count);
    }

    private static LastValues Values(int count, long now) => LastValues.Of([("counter", new Measurement<long>[count])], now);
}
