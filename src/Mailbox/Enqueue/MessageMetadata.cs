namespace AkkaInstrumentation;

/// <summary>
/// What a sender records about one message. It takes the message's place while the message waits in a mailbox, and never leaves the mailbox. Only
/// messages that are timed or belong to a trace have one. So the node of a queue stays as small as Akka's. Between two processors, the memory that a
/// queue moves limits its speed. Objects come from a <see cref="MessageMetadataPool"/> and return to it.
/// </summary>
internal sealed class MessageMetadata
{
    /// <summary>The user's message. In the pool: the next free object.</summary>
    public object? Message;

    /// <summary>
    /// The time of enqueue, and the share of messages that was measured then; none when the message is not timed. The share may differ when the
    /// message is received. A message would then be measured or traced with a probability that its sender did not draw for.
    /// </summary>
    public WeightedTimestamp Stamp;

    /// <summary>The value of <see cref="StampedEnvelope.Origin"/>; null in the pool.</summary>
    public MessageOrigin? Origin;
}
