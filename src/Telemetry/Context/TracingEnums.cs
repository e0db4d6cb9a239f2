namespace AkkaInstrumentation;

/// <summary>
/// Selects the nodes that get a message's context together with the message. It needs the package <c>AkkaInstrumentation.Remote</c>. A node with that
/// package reads contexts in every mode. HOCON: <c>akka.instrumentation.tracing.remote</c>.
/// </summary>
public enum AkkaRemoteTracing
{
    /// <summary>
    /// The default. Nodes that have answered that they can read a context. Each node is asked once per association. Until it answers, messages to it
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

/// <summary>
/// Selects which messages have a current activity with a trace id of its own if they would have begun a trace and were not sampled. HOCON:
/// <c>akka.instrumentation.tracing.sampling.unsampled-trace-ids</c>.
/// </summary>
public enum AkkaUnsampledTraceIds
{
    /// <summary>
    /// The default. Messages of a type whose handlers have been seen to use an activity: one of them started an activity, or wrote a log line through
    /// Akka or OpenTelemetry, while none was current. Other messages have none and cost nothing. HOCON: <c>when-used</c>.
    /// </summary>
    WhenUsed,

    /// <summary>All messages. This costs about 500 bytes and 400 ns per message. HOCON: <c>always</c>.</summary>
    Always,
}

/// <summary>
/// The kind of a message's span whose parent is in the same process. Other messages, from another node or without a parent, have the kind
/// Consumer.
/// </summary>
public enum AkkaLocalSpanKind
{
    /// <summary>Part of the work for a request that came to the process, so backends that count requests count the request once.</summary>
    Internal,

    /// <summary>As in OpenTelemetry's messaging conventions: each message is a request of its own.</summary>
    Consumer,
}

/// <summary>
/// Selects the messages that were not sampled and whose whole trace is kept. HOCON: <c>akka.instrumentation.tracing.keep</c>.
/// </summary>
public enum AkkaKeptTraces
{
    /// <summary>None: such a message has a span of its own, alone. HOCON: <c>off</c>.</summary>
    Off,

    /// <summary>Messages that failed, and Asks without an answer in time. HOCON: <c>failed</c>.</summary>
    Failed,

    /// <summary>Messages that waited or worked too long. HOCON: <c>slow</c>.</summary>
    Slow,

    /// <summary>Both. HOCON: <c>both</c>.</summary>
    Both,
}
