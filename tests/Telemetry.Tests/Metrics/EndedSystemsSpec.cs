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
        var ended = Values(1, now: 0);

        Assert.False(ended.IsOver(Minute));
        Assert.True(ended.IsOver(Minute + 1));
    }

    [Fact]
    public void Each_system_has_its_own_minute()
    {
        var ended = Ended(Values(1, now: 0), Values(2, now: Minute));

        Assert.Equal([1, 2], ended.Select(system => system.Count));
        Assert.Equal([2, 3], EndedSystem.Add(ended, Values(3, Minute + 1)).Select(system => system.Count));
    }

    [Fact]
    public void Beyond_the_limit_the_oldest_go_and_the_last_stays_whatever_it_has()
    {
        const int Half = EndedSystem.MaxValues / 2;
        var ended = Ended(Values(1, 0), Values(Half, 0), Values(Half, 0));
        Assert.Equal([Half, Half], ended.Select(system => system.Count));

        var one = EndedSystem.Add(ended, Values(EndedSystem.MaxValues + 1, 0));
        Assert.Equal([EndedSystem.MaxValues + 1], one.Select(system => system.Count));
    }

    [Fact]
    public void A_counter_finds_its_values_and_what_has_none_nothing()
    {
        var values = new EndedSystem(new() { ["one"] = new[] { new Measurement<long>(7) } }, at: 0);

        Assert.Equal(7, Assert.Single(values.Of<long>("one")).Value);
        Assert.Empty(values.Of<double>("other"));
        Assert.Equal(1, values.Count);
    }

    private static EndedSystem[] Ended(params EndedSystem[] systems) => systems.Aggregate(Array.Empty<EndedSystem>(), EndedSystem.Add);

    private static EndedSystem Values(int count, long now) => new(new() { ["counter"] = new Measurement<long>[count] }, now);
}
