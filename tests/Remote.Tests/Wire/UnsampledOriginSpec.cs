using System.Buffers;

namespace AkkaInstrumentation.Tests.Wire;

/// <summary>What an unsampled message is on another node.</summary>
public sealed class UnsampledOriginSpec
{
    [Fact]
    public void Without_a_trace_id_it_is_the_same_there_and_drawn_by_nobody()
    {
        Assert.Same(NonRecordingContext.Nameless, Arrived(NonRecordingContext.Nameless));
        Assert.False(NonRecordingContext.Nameless.IsUndecidedRoot);
    }

    [Fact]
    public void Sent_where_nobody_has_decided_it_is_drawn_there_and_else_stays_in_its_trace()
    {
        using var request = new Activity("request").SetIdFormat(ActivityIdFormat.W3C).Start();

        var origin = Arrived(MessageOrigin.SentIn(request));

        Assert.Equal((true, false, request.TraceId), (origin!.IsUndecidedRoot, origin.IsRecorded, origin.NonRecording!.TraceId));
    }

    private static MessageOrigin? Arrived(MessageOrigin sent)
    {
        var bytes = new ArrayBufferWriter<byte>();
        ContextFormat.Write(WireContext.From(sent), bytes, reason => Assert.Fail(reason));
        Assert.Null(ContextFormat.Read(bytes.WrittenSpan, out var context));
        return context.ToOrigin();
    }
}
