namespace AkkaInstrumentation;

/// <summary>Which messages get a span. HOCON: <c>trace</c> in a rule of <c>akka.instrumentation.rules</c>.</summary>
public enum TraceMode
{
    /// <summary>
    /// The default: a message sent inside a trace belongs to it, and a message that would begin a trace is sampled by the
    /// rule's ratio, or by that of the whole system. HOCON: <c>sampled</c>.
    /// </summary>
    Sampled,

    /// <summary>A message sent outside a trace always begins one. HOCON: <c>always</c>.</summary>
    Always,

    /// <summary>A message that was sent inside a trace belongs to it, but none begins one. HOCON: <c>only-in-trace</c>.</summary>
    OnlyInTrace,

    /// <summary>No span; a trace passes through to what the handler sends. HOCON: <c>never</c>.</summary>
    Never,
}
