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
    public void Beyond_the_limit_the_oldest_go_and_the_last_stays_whatever_it_has()
    {
        const int Half = EndedSystem.MaxValues / 2;
        var ended = Ended(Values(1, 0), Values(Half, 0), Values(Half, 0));
        Assert.Equal([Half, Half], ended.Select(system => system.Count));

        var one = EndedSystem.Add(ended, Values(EndedSystem.MaxValues + 1, 0));
        Assert.Equal([EndedSystem.MaxValues + 1], one.Select(system => system.Count));
    }

    private static EndedSystem[] Ended(params EndedSystem[] systems) => systems.Aggregate(Array.Empty<EndedSystem>(), EndedSystem.Add);

    private static EndedSystem Values(int count, long now) => new(new() { ["counter"] = new Measurement<long>[count] }, now);
}
