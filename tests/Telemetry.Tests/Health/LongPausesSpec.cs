namespace AkkaInstrumentation.Tests.Health;

/// <summary>A garbage collector that stops all threads for much of the time is a cause; one that has work is not.</summary>
public sealed class LongPausesSpec
{
    private static readonly SystemMetrics Metrics = new("test", 10, 10, () => TimingRate.All, () => TimingRate.All) { Suppressed = () => [] };

    [Theory]
    [InlineData(14.1, 1)]
    [InlineData(9.4, 1)]
    [InlineData(9.3, 0)]
    [InlineData(0.5, 0)]
    public void It_is_named_from_a_fifth_of_the_time_on(double paused, int causes) => Assert.Equal(causes, Causes(new(paused, 47, 12)).Count);

    [Fact]
    public void Its_evidence_has_the_full_collections_the_heap_and_what_waits()
    {
        var cause = Assert.Single(Causes(new(16, 47.2, 12)));
        Assert.Equal(("gc_pauses", "The garbage collector stops all threads for 34 % of the time.", AkkaCertainty.Certain),
            (cause.Kind, cause.Description, cause.Certainty));
        Assert.Equal(
            ["16.0 of the last 47 s, with 12 collections of generation 2", "its heap has 300 of 1000 MB", "500 messages wait in /user/cart"],
            cause.Evidence);
    }

    [Fact]
    public void A_first_look_knows_nothing_and_a_later_one_what_was_paused_since()
    {
        var history = new MinuteHistory(Metrics);
        var start = Stopwatch.GetTimestamp();
        var before = GC.GetTotalPauseDuration();
        history.Sample(start);
        Assert.Null(history.Pauses(start + (20 * Stopwatch.Frequency)));
        Assert.Empty(Causes(null));

        GC.Collect();
        var pauses = history.Pauses(start + (40 * Stopwatch.Frequency))!;
        Assert.Equal(40, pauses.Seconds, 6);
        Assert.InRange(pauses.PausedSeconds, 1e-9, (GC.GetTotalPauseDuration() - before).TotalSeconds);
        Assert.InRange(pauses.Full, 1, int.MaxValue);
    }

    [Fact]
    public void Of_an_hour_only_the_latest_minute_counts()
    {
        var history = new MinuteHistory(Metrics);
        var now = Stopwatch.GetTimestamp();
        for (var second = 0; second <= 3_600; second++, now += Stopwatch.Frequency)
        {
            history.Sample(now);
        }

        Assert.InRange(history.Pauses(now)!.Seconds, 29, 90);
    }

    private static IReadOnlyList<AkkaCause> Causes(CollectorPauses? pauses) =>
        AkkaDiagnosis.Read(new Symptoms(Found.Nothing, pauses?.Full == 12 ? [new("Cart", "/user/cart", 500)] : [], [])
        {
            Process = new() { Pauses = pauses, HeapBytes = 300_000_000, MemoryLimitBytes = 1_000_000_000 },
        }).Causes;
}
