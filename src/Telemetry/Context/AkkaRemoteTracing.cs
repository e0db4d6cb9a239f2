namespace AkkaInstrumentation;

/// <summary>
/// Selects the nodes that get a message's context together with the message. It needs the package <c>AkkaInstrumentation.Remote</c>. A node with that
/// package reads contexts in every mode. HOCON: <c>akka.instrumentation.tracing.remote</c>.
/// </summary>
public enum AkkaRemoteTracing
{
    /// <summary>
    /// The default. Nodes that have said that they can read a context. Each node is asked once per association. Until it answers, messages to it
    /// are sent as without instrumentation. HOCON: <c>negotiated</c>.
    /// </summary>
    Negotiated,

    /// <summary>
    /// Every node, from the first message on. A node without the package loses the messages that are sent to it in a trace. HOCON: <c>always</c>.
    /// </summary>
    Always,

    /// <summary>No node. HOCON: <c>off</c>.</summary>
    Off,
}
