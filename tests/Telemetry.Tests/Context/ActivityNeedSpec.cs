namespace AkkaInstrumentation.Tests.Context;

/// <summary>An activity that begins where an unsampled trace flows without one: handlers of that message type need one.</summary>
public sealed class ActivityNeedSpec
{
    private static readonly long Second = Stopwatch.Frequency;

    [Fact]
    public Task Messages_have_activities_for_ten_seconds_after_it() => EmptyThread.Run(() =>
    {
        var (need, other) = (new ActivityNeed(), new ActivityNeed());
        Assert.Null(Enter(need));
        Assert.False(IsThere(need, Stopwatch.GetTimestamp()));

        new Activity("call").Start().Stop();
        var now = Stopwatch.GetTimestamp();

        Assert.True(IsThere(need, now));
        Assert.True(IsThere(need, now + (Second / 2)));
        Assert.False(IsThere(need, now + (10 * Second)));
        Assert.False(IsThere(other, now));
        Assert.True(other.IsThere(AkkaUnsampledTraceIds.Always, now));
    });

    /// <summary>Each time costs one trace that begins in a library, so a type that needs one always is asked ever less often.</summary>
    [Fact]
    public void A_type_that_is_found_again_and_again_is_believed_for_longer()
    {
        var need = new ActivityNeed();
        long now = 1_000 * Second, lasting = 10;
        for (var i = 0; i < 10; i++)
        {
            need.Note(now);
            Assert.True(IsThere(need, now + (lasting * Second) - 1));
            Assert.False(IsThere(need, now + (lasting * Second)));
            now += (lasting * Second) + 1;
            lasting = Math.Min(2 * lasting, 600);
        }

        // not needed for a long time, it begins anew
        now += 3_600 * Second;
        need.Note(now);
        Assert.False(IsThere(need, now + (10 * Second)));
    }

    [Fact]
    public Task Another_types_takes_its_place_only_where_nothing_else_flows() => EmptyThread.Run(() =>
    {
        var (one, other) = (new ActivityNeed(), new ActivityNeed());
        Enter(one);

        Assert.True(HandlerContext.TryContinue(other.WithoutActivity));
        Assert.Same(other.WithoutActivity, PassThroughContext.Current);
        using (new Activity("call").Start())
        {
            Assert.False(HandlerContext.TryContinue(one.WithoutActivity));
        }

        HandlerContext.Leave();
        Assert.True(HandlerContext.TryContinue(one.WithoutActivity));
        Assert.Same(one.WithoutActivity, PassThroughContext.Current);
    });

    private static NonRecordingActivity? Enter(ActivityNeed need) =>
        NonRecordingContext.WithoutId.Enter(need, IsThere(need, CoarseClock.Now), baggage: null);

    private static bool IsThere(ActivityNeed need, long now) => need.IsThere(AkkaUnsampledTraceIds.WhenUsed, now);
}
