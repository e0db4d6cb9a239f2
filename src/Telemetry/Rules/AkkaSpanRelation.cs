namespace AkkaInstrumentation;

/// <summary>
/// How a message's span relates to the span in which it was sent. HOCON: <c>relation</c> in a rule of
/// <c>akka.instrumentation.rules</c>.
/// </summary>
public enum AkkaSpanRelation
{
    /// <summary>The default: the span is a child, in the same trace. HOCON: <c>parent</c>.</summary>
    Parent,

    /// <summary>The span is the root of a new trace, with a link to the sender's span. HOCON: <c>link</c>.</summary>
    Link,

    /// <summary>The span is the root of a new trace, without a link. HOCON: <c>none</c>.</summary>
    None,
}
