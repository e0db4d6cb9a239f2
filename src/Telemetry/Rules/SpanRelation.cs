namespace AkkaInstrumentation;

/// <summary>
/// How a message's span relates to the span it was sent in. HOCON: <c>relation</c> in a rule of
/// <c>akka.instrumentation.rules</c>.
/// </summary>
public enum SpanRelation
{
    /// <summary>The default: its child, in the same trace. HOCON: <c>parent</c>.</summary>
    Parent,

    /// <summary>The root of a trace of its own that links to it. HOCON: <c>link</c>.</summary>
    Link,

    /// <summary>The root of a trace of its own. HOCON: <c>none</c>.</summary>
    None,
}
