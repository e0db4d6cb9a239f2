using System.Buffers;

namespace AkkaInstrumentation.Tests.Wire;

/// <summary>What an unsampled message is on another node.</summary>
public sealed class UnsampledOriginSpec
{
    [Fact]
    public void Without_a_trace_id_it_stays_unsampled_at_the_other_node()
    {
        Assert.Same(NonRecordingContext.WithoutId, Arrived(NonRecordingContext.WithoutId));
        Assert.False(NonRecordingContext.WithoutId.IsUndecidedRoot);
    }

    [Fact]
    public void An_undecided_message_is_decided_at_the_other_node_and_a_decided_one_stays_in_its_trace()
    {
        using var request = new Activity("request").SetIdFormat(ActivityIdFormat.W3C).Start();

        var origin = Arrived(MessageOrigin.SentIn(request));

        Assert.Equal((true, false, request.TraceId), (origin!.IsUndecidedRoot, origin.IsRecorded, origin.NonRecording!.TraceId));

        // its span begins in the request's trace, and no rule for scheduled messages is about it
        Assert.Equal((request.TraceId, false), (origin.BeginsIn, origin.IsScheduled));
    }

    [Fact]
    public void Scheduled_in_a_trace_that_nobody_decided_about_it_is_still_a_scheduled_one()
    {
        using var request = new Activity("request").SetIdFormat(ActivityIdFormat.W3C).Start();

        var origin = Arrived(ScheduledContext.Here!);

        Assert.Equal((true, true, default(ActivityTraceId)), (origin!.IsUndecidedRoot, origin.IsScheduled, origin.BeginsIn));
    }

    /// <summary>No node of this library sends that. Else spans would be recorded in the id that all share who have none.</summary>
    [Fact]
    public void Undecided_without_a_trace_id_it_is_unsampled()
    {
        var forged = WireContext.From(NonRecordingContext.WithoutId) with { IsUndecided = true };

        Assert.Same(NonRecordingContext.WithoutId, forged.ToOrigin());
    }

    private static MessageOrigin? Arrived(MessageOrigin sent)
    {
        var bytes = new ArrayBufferWriter<byte>();
        ContextFormat.Write(WireContext.From(sent), bytes, reason => Assert.Fail(reason));
        Assert.Null(ContextFormat.Read(bytes.WrittenSpan, out var context));
        return context.ToOrigin();
    }
}
