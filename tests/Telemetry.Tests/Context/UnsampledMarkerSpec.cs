namespace AkkaInstrumentation.Tests.Context;

/// <summary>An activity that begins where an unsampled trace flows without one.</summary>
public sealed class UnsampledMarkerSpec
{
    private static readonly long Second = Stopwatch.Frequency;

    [Fact]
    public Task Messages_have_activities_of_their_own_for_ten_seconds_after_it() => EmptyThread.Run(() =>
    {
        const AkkaUnsampledTraceIds settings = AkkaUnsampledTraceIds.Adaptive;
        var (marker, other) = (new UnsampledMarker(), new UnsampledMarker());
        HandlerContext.Enter(NonRecordingContext.Nameless, marker, settings);
        Assert.False(marker.NeedsOwnActivity(settings, Stopwatch.GetTimestamp()));

        new Activity("call").Start().Stop();
        var now = Stopwatch.GetTimestamp();

        Assert.True(marker.NeedsOwnActivity(settings, now));
        Assert.True(marker.NeedsOwnActivity(settings, now + (Second / 2)));
        Assert.False(marker.NeedsOwnActivity(settings, now + (10 * Second)));
        Assert.False(other.NeedsOwnActivity(settings, now));
        Assert.False(marker.NeedsOwnActivity(AkkaUnsampledTraceIds.Never, now));
    });

    [Fact]
    public Task Another_message_types_marker_takes_its_place_only_where_nothing_else_flows() => EmptyThread.Run(() =>
    {
        var (one, other) = (new UnsampledMarker(), new UnsampledMarker());
        HandlerContext.Enter(NonRecordingContext.Nameless, one, AkkaUnsampledTraceIds.Adaptive);

        Assert.True(HandlerContext.TryContinue(other));
        Assert.Same(other, PassThroughContext.Current);
        using (new Activity("call").Start())
        {
            Assert.False(HandlerContext.TryContinue(one));
        }

        HandlerContext.Leave();
        Assert.True(HandlerContext.TryContinue(one));
        Assert.Same(one, PassThroughContext.Current);
        HandlerContext.Enter(NonRecordingContext.Nameless, other, AkkaUnsampledTraceIds.Never);
        Assert.True(HandlerContext.TryContinue(one));
    });
}
