using Akka.Routing;

namespace AkkaInstrumentation;

/// <summary>
/// A message on its way to another node, with its origin. It exists from <c>Tell</c> until the endpoint writer has serialized it. Deserializing gives
/// the message itself, so no actor receives an envelope. Immutable.
/// <para>
/// It is a <see cref="RouterEnvelope"/> because Akka.Remote looks into those when it logs the types of large messages
/// (<c>RemoteMetricsOn.LogPayloadBytes</c>, Akka 1.5.71). No router gets one.
/// </para>
/// </summary>
/// <param name="message">The message.</param>
/// <param name="origin">Null for none: the message is written as without this library.</param>
/// <param name="peer">The node that gets the message. Null without an origin.</param>
internal sealed class RemoteEnvelope(object message, MessageOrigin? origin = null, Peer? peer = null) : RouterEnvelope(message), ITraceEnvelope
{
    public MessageOrigin? Origin => origin;

    public Peer? Peer => peer;

    /// <summary>The message's text, for Akka's log.</summary>
    public override string ToString() => Message.ToString() ?? "";
}
