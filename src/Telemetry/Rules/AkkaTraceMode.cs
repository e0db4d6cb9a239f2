namespace AkkaInstrumentation;

/// <summary>Which messages get a span. HOCON: <c>trace</c> in a rule of <c>akka.instrumentation.rules</c>.</summary>
public enum AkkaTraceMode
{
    /// <summary>
    /// The default. A message sent inside a trace belongs to it. A message that would begin a trace is sampled by the
    /// rule's ratio, or by the system's ratio if the rule has none. HOCON: <c>sampled</c>.
    /// </summary>
    Sampled,

    /// <summary>A message sent outside a trace always begins one. HOCON: <c>always</c>.</summary>
    Always,

    /// <summary>A message sent inside a trace belongs to it. No message begins a trace. HOCON: <c>only-in-trace</c>.</summary>
    OnlyInTrace,

    /// <summary>No span. A trace passes through to the messages that the handler sends. HOCON: <c>never</c>.</summary>
    Never,
}
