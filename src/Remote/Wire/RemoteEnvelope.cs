namespace AkkaInstrumentation;

/// <summary>
/// A message on its way to another node, with its origin. It exists from <c>Tell</c> until the endpoint writer has serialized it. Deserializing gives
/// the message itself, so no actor receives an envelope. Immutable.
/// </summary>
internal sealed class RemoteEnvelope(object message, MessageOrigin origin, Peer peer) : ITraceEnvelope
{
    public object Message => message;

    public MessageOrigin Origin => origin;

    /// <summary>The node that gets the message.</summary>
    public Peer Peer => peer;

    /// <summary>The message's text, for Akka's log.</summary>
    public override string ToString() => message.ToString() ?? "";
}
