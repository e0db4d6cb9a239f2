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

/// <summary>
/// How a message's span relates to the span in which it was sent. HOCON: <c>relation</c> in a rule of
/// <c>akka.instrumentation.rules</c>. For messages of a scheduler, that is the span in which they were scheduled. It is known with the
/// <c>InstrumentedScheduler</c>, and their default is <see cref="Link"/>.
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

/// <summary>
/// Who wrote an actor. It decides whether and how the actor is instrumented. HOCON: <c>kind</c> in a rule of <c>akka.instrumentation.rules</c>.
/// </summary>
public enum AkkaActorKind
{
    /// <summary>An actor of the application. The default below <c>/user</c>. HOCON: <c>user</c>.</summary>
    User,

    /// <summary>
    /// An actor that handles the application's messages on their way: a region, a journal, a proxy. It has no spans of its own. Traces pass
    /// through it, and its metrics have <c>akka.actor.category</c>. With <c>system-actors = on</c> it has spans. The actors of Akka.Streams
    /// neither have spans nor pass traces on. HOCON: <c>infrastructure</c>.
    /// </summary>
    Infrastructure,

    /// <summary>
    /// An actor that the application's messages do not reach. The default outside of <c>/user</c>. It is instrumented only with
    /// <c>system-actors = on</c>. HOCON: <c>system</c>.
    /// </summary>
    System,
}
