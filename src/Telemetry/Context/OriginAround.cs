using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>An origin that adds data to another one, or to none.</summary>
internal abstract class OriginAround(MessageOrigin? around) : MessageOrigin
{
    private MessageOrigin? _trace = around?.Trace;

    public sealed override MessageOrigin? Trace => _trace;

    public sealed override ActivityContext Context => _trace?.Context ?? default;

    public override bool IsRecorded => _trace is { IsRecorded: true };

    public override bool IsUndecidedRoot => _trace is null or { IsUndecidedRoot: true };

    public sealed override bool IsScheduled => _trace is { IsScheduled: true };

    public sealed override SenderContext? Sent => _trace?.Sent;

    public sealed override NonRecordingContext? NonRecording => _trace?.NonRecording;

    public sealed override ActivityTraceId BeginsIn => _trace?.BeginsIn ?? default;

    /// <summary>Replaces the trace after a sampling decision.</summary>
    protected void Replace(MessageOrigin? trace) => _trace = trace;
}
