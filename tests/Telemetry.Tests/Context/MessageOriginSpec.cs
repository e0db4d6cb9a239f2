using System.Diagnostics;

namespace AkkaInstrumentation.Tests.Context;

/// <summary>What each kind of origin answers, bare, with baggage around it and in the story of a message that was stashed.</summary>
public sealed class MessageOriginSpec : IDisposable
{
    private readonly Activity? _before = Activity.Current;

    public void Dispose() => Activity.Current = _before;

    [Theory]
    [InlineData(Around.Nothing)]
    [InlineData(Around.Baggage)]
    [InlineData(Around.Stash)]
    public void A_recorded_trace_is_the_parent_and_passes_through(Around around)
    {
        using var span = Start(ActivityTraceFlags.Recorded);
        var sent = SenderContext.OfRecorded(span);

        var origin = With(around, span);

        Assert.Same(sent, origin.Trace);
        Assert.Equal((span.Context, true, false, false), (origin.Context, origin.IsRecorded, origin.IsUndecidedRoot, origin.IsScheduled));
        Assert.Equal((sent, sent, span.TraceId), (origin.Sent, origin.PassedOn, origin.NonRecording!.TraceId));
        Assert.Equal((around == Around.Baggage, around == Around.Stash, false), (origin.Baggage is not null, origin.History is not null, origin.IsRootOfOurs));
    }

    [Theory]
    [InlineData(Around.Nothing)]
    [InlineData(Around.Baggage)]
    [InlineData(Around.Stash)]
    public void A_trace_that_is_not_sampled_goes_on_and_may_be_recorded_yet(Around around)
    {
        using var source = Start(ActivityTraceFlags.None);
        var unsampled = NonRecordingContext.Of(source);

        var origin = With(around, source);

        Assert.Same(unsampled, origin.Trace);
        Assert.Equal((source.Context, false, false, false), (origin.Context, origin.IsRecorded, origin.IsUndecidedRoot, origin.IsScheduled));
        Assert.Equal((null, unsampled), (origin.Sent, origin.NonRecording));

        source.ActivityTraceFlags = ActivityTraceFlags.Recorded;
        Assert.Equal((source.Context, true), (origin.Context, origin.IsRecorded));
    }

    [Fact]
    public void Of_a_root_of_ours_there_is_nothing_to_remember()
    {
        var own = NonRecordingContext.Own();

        Assert.Equal((true, default(ActivityContext), own), (own.IsRootOfOurs, own.Context, own.NonRecording));
        Assert.Equal((true, default(ActivityContext)), (NonRecordingContext.Nameless.IsRootOfOurs, NonRecordingContext.Nameless.Context));
    }

    [Theory]
    [InlineData(ActivityTraceFlags.Recorded)]
    [InlineData(ActivityTraceFlags.None)]
    public void Scheduled_in_a_trace_a_message_begins_one_and_is_linked_to_what_is_recorded(ActivityTraceFlags flags)
    {
        using var span = Start(flags);
        var recorded = flags == ActivityTraceFlags.Recorded;

        foreach (var origin in new MessageOrigin[] { ScheduledContext.Here!, new StashHistory(ScheduledContext.Here, 0) })
        {
            Assert.Equal((recorded ? span.Context : default, false, true, true), (origin.Context, origin.IsRecorded, origin.IsUndecidedRoot, origin.IsScheduled));
            Assert.Equal((null, null, recorded ? null : NonRecordingContext.Of(span)), (origin.Sent, origin.PassedOn, origin.NonRecording));
        }
    }

    [Fact]
    public void Stashed_inside_a_span_that_it_began_a_message_is_decided_and_recorded()
    {
        using var processing = Start(ActivityTraceFlags.Recorded);
        var history = new StashHistory(sentIn: null, firstEnqueuedAt: 0);
        Assert.Equal((true, false, (MessageOrigin?)null), (history.IsUndecidedRoot, history.IsRecorded, history.Trace));

        history.Stashed(now: 1, processing.Context);

        Assert.Equal((false, true, (NonRecordingContext?)null), (history.IsUndecidedRoot, history.IsRecorded, history.NonRecording));
    }

    [Fact]
    public void Stashed_where_nobody_sampled_it_a_message_stays_in_the_trace_that_it_was_given()
    {
        var given = NonRecordingContext.Own();
        Activity.Current = given.Take();
        var history = new StashHistory(NonRecordingContext.Nameless, firstEnqueuedAt: 0);

        history.Stashed(now: 1, processing: default);

        Assert.Equal((given, given, false), (history.Trace, history.NonRecording, history.IsUndecidedRoot));
    }

    [Fact]
    public void Baggage_stays_with_a_message_in_the_stash_and_what_is_around_is_never_around_twice()
    {
        using var span = Start(ActivityTraceFlags.Recorded);
        var carried = With(Around.Baggage, span);
        var history = new StashHistory(carried, firstEnqueuedAt: 0);

        Assert.Same(carried, history.Baggage);
        Assert.IsType<SenderContext>(history.Trace);
        Assert.Same(carried.Trace, carried.PassedOn);
    }

    private static MessageOrigin With(Around around, Activity current)
    {
        switch (around)
        {
            case Around.Baggage:
                current.SetBaggage("key", "value");
                return CarriedBaggage.With(current)!;
            case Around.Stash:
                return new StashHistory(MessageOrigin.SentIn(current), firstEnqueuedAt: 0);
            default:
                return MessageOrigin.SentIn(current);
        }
    }

    private static Activity Start(ActivityTraceFlags flags)
    {
        Activity.Current = null;
        var activity = Unsampled.Activity("sender", "vendor=1");
        activity.ActivityTraceFlags = flags;
        return activity.Start();
    }

    public enum Around
    {
        Nothing,
        Baggage,
        Stash,
    }
}
