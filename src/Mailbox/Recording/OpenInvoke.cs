namespace AkkaInstrumentation;

/// <summary>
/// The measured, traced or watched message that an actor handles. Nothing is kept for other messages. It has no reference to the message, because an
/// idle actor must not keep its last message alive, and none to its span, which has an <see cref="OpenSpan"/>.
/// </summary>
internal struct OpenInvoke(MessageTypeInfo info, bool isTraced, WeightedTimestamp measured, long waited = -1)
{
    public readonly MessageTypeInfo? Info = info;

    /// <summary>The start time and the number of messages that this one stands for; none when its durations do not go to the metrics.</summary>
    public readonly WeightedTimestamp Measured = measured;

    /// <summary>Ticks that the message waited in the mailbox; negative when they are not known.</summary>
    public readonly long Waited = waited;

    public FailedInvoke? Failure;

    /// <summary>Its asynchronous handler has thrown, and the supervisor has yet to be told.</summary>
    public bool WillFail;

    /// <summary>Whether it has a span.</summary>
    public readonly bool IsTraced = isTraced;

    public readonly bool IsOpen => Info is not null;

    /// <summary>Whether the end time is recorded. Otherwise the message is only watched for being slow.</summary>
    public readonly bool IsTimed => IsTraced || !Measured.IsNone;
}
