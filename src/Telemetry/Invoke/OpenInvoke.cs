using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// A measured, traced or watched message that an actor is working on; for the others nothing is kept. It holds no reference to the
/// message: an idle actor must not keep its last message alive.
/// </summary>
internal struct OpenInvoke(MessageTypeInfo info, Activity? span, Chosen measured, long waited = -1)
{
    public readonly MessageTypeInfo? Info = info;

    /// <summary>When it was begun, and how many it stands for; none when its durations do not go to the metrics.</summary>
    public readonly Chosen Measured = measured;

    /// <summary>Ticks that it waited in the mailbox; negative when that is not known.</summary>
    public readonly long Waited = waited;

    public Activity? Span = span;
    public FailedInvoke? Failure;

    public readonly bool IsOpen => Info is not null;

    /// <summary>Whether the time of its end goes anywhere; else it is only watched for being slow.</summary>
    public readonly bool IsTimed => Span is not null || !Measured.IsNone;
}
