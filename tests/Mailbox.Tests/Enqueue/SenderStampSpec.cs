using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation.Tests.Enqueue;

/// <summary>What a sender notes about a message.</summary>
public sealed class SenderStampSpec
{
    private const string Message = "message";
    private static readonly RootSampling Roots = Fake.Roots(1);

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_stamp_and_the_trace_allocate_nothing(bool isInSpan)
    {
        using var span = Start(isInSpan ? ActivityTraceFlags.Recorded : ActivityTraceFlags.None, "vendor=1");

        Assert.Equal(0, AllocationMeter.OnThread(() => Sent(), expected: 0));
    }

    [Fact]
    public void The_trace_state_is_that_of_the_moment()
    {
        using var span = Start(ActivityTraceFlags.Recorded, "vendor=1");
        var before = Sent();
        span.TraceStateString = "vendor=2";

        Assert.Equal(("vendor=1", "vendor=2"), (before.Origin!.Context.TraceState, Sent().Origin!.Context.TraceState));
    }

    [Fact]
    public void A_recorded_span_is_noted_by_its_ids_once_for_all_messages_that_are_sent_in_it()
    {
        using var first = Start(ActivityTraceFlags.Recorded, "vendor=1");
        var (one, other) = (Sent(), Sent());
        using var second = Start(ActivityTraceFlags.Recorded, state: null);
        var third = Sent();

        Assert.Equal(first.Context, Assert.IsType<SenderContext>(one.Origin).Context);
        Assert.Same(one.Origin, other.Origin);
        Assert.Equal(second.Context, Assert.IsType<SenderContext>(third.Origin).Context);
    }

    [Fact]
    public void An_activity_that_is_not_recorded_is_noted_by_its_ids_once_and_may_still_be_recorded()
    {
        using var unrecorded = Start(ActivityTraceFlags.None, "vendor=1");
        var (one, other) = (Sent(), Sent());

        Assert.Equal(unrecorded.Context, Assert.IsType<NonRecordingContext>(one.Origin).Begun?.Span);
        Assert.Same(one.Origin, other.Origin);
        Assert.False(one.Origin!.IsRecorded);

        unrecorded.ActivityTraceFlags = ActivityTraceFlags.Recorded;
        Assert.True(one.Origin!.IsRecorded);
        Assert.Equal(unrecorded.Context, one.Origin.Context);
    }

    private static StampedEnvelope Sent() => SenderStamp.Of(Message, ActorRefs.NoSender!, TimingRate.All, Roots, rules: null);

    private static Activity Start(ActivityTraceFlags flags, string? state)
    {
        var activity = Unsampled.Activity("sends", state);
        activity.ActivityTraceFlags = flags;
        return activity.Start();
    }
}
