using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation.Tests.Enqueue;

/// <summary>Where what a sender notes is kept: beside the message where every message has a stamp, in a pooled note where a share has one.</summary>
public sealed class SenderStampSpec
{
    private const string Message = "message";

    public static TheoryData<string, bool> Stamps => new()
    {
        // what is asked for, and whether the stamp waits beside the message
        { "distributions of all", true },
        { "distributions of a share", false },
        { "distributions of a share, all traced", true },
        { "distributions of a share, a share traced", false },
        { "a type that has not started", false },
    };

    [Theory]
    [MemberData(nameof(Stamps))]
    public void A_stamp_waits_beside_its_message_where_every_message_has_one(string asked, bool beside)
    {
        var adaptation = new AdaptationTimer(_ => { });
        var stamped = asked switch
        {
            "distributions of all" => SenderStamp.Of(Message, ActorRefs.NoSender!, TimingRate.All),
            "distributions of a share" => SenderStamp.Of(Message, ActorRefs.NoSender!, new TimingRate(1000, adaptation)),
            "distributions of a share, all traced" => SenderStamp.Of(Message, ActorRefs.NoSender!, new TimingRate(1000, adaptation), Fake.Roots(1), rules: null),
            "distributions of a share, a share traced" => SenderStamp.Of(Message, ActorRefs.NoSender!, new TimingRate(1000, adaptation), Fake.Roots(0.5), rules: null),
            _ => SenderStamp.Of(Message, ActorRefs.NoSender!, timing: null),
        };

        Assert.Equal((beside, !beside), (stamped.InlineStamp.IsStamp, stamped.Metadata is not null));
        Assert.Equal((Message, 0, true), (stamped.Message, stamped.Stamp.Shift, stamped.EnqueuedAt > 0));
        Assert.Null(stamped.Origin);
        Assert.Same(Message, stamped.Open().Message);
    }

    [Fact]
    public void A_stamp_beside_a_message_allocates_nothing()
    {
        var allocated = AllocationMeter.OnThread(() => SenderStamp.Of(Message, ActorRefs.NoSender!, TimingRate.All), expected: 0);

        Assert.Equal(0, allocated);
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

    [Fact]
    public void A_mark_is_nothing_or_a_stamp_or_unsampled()
    {
        var stamp = new WeightedTimestamp(1, SamplingRandom.Always >> 3);
        Assert.Equal((true, false, false), Kinds(default));
        Assert.Equal((false, true, false), Kinds(new InlineStamp(stamp)));
        Assert.Equal((false, false, true), Kinds(InlineStamp.Unsampled));
        Assert.Equal((1, 3), (new InlineStamp(stamp).Stamp.Ticks, new InlineStamp(stamp).Stamp.Shift));
        Assert.True(InlineStamp.Unsampled.Stamp.IsNone);

        static (bool None, bool Stamp, bool Unsampled) Kinds(InlineStamp inlineStamp) => (inlineStamp.IsNone, inlineStamp.IsStamp, inlineStamp.IsUnsampled);
    }

    private static StampedEnvelope Sent() => SenderStamp.Of(Message, ActorRefs.NoSender!, TimingRate.All, Fake.Roots(1), rules: null);

    private static Activity Start(ActivityTraceFlags flags, string? state)
    {
        var activity = Unsampled.Activity("sends", state);
        activity.ActivityTraceFlags = flags;
        return activity.Start();
    }
}
