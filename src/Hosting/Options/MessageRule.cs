namespace AkkaInstrumentation;

/// <summary>
/// A rule about single actors and messages, as in <c>akka.instrumentation.rules</c>. It matches if all of its patterns do; of a
/// list one pattern is enough, and <c>*</c> stands for any text. What is null or empty is not asked for and not said.
/// </summary>
public sealed class MessageRule
{
    /// <summary>
    /// Letters, digits, <c>-</c> and <c>_</c>. With the name of a rule in HOCON or of an earlier call, this one changes that
    /// one and takes its place. Null: a rule of its own.
    /// </summary>
    public string? Name { get; set; }

    /// <summary>Paths of actors: <c>/user/orders/*</c> for one segment, <c>/user/orders/**</c> for any depth. HOCON: <c>path</c>.</summary>
    public IList<string> Path { get; set; } = [];

    /// <summary>Types of actors: <c>OrderActor</c>, <c>Outer.Inner</c>, with namespace. HOCON: <c>actor</c>.</summary>
    public IList<string> Actor { get; set; } = [];

    /// <summary>Types of messages: <c>PlaceOrder</c>, <c>Outer.Inner</c>, with namespace. HOCON: <c>message</c>.</summary>
    public IList<string> Message { get; set; } = [];

    /// <summary>Namespaces of the messages' types, or namespaces around them. HOCON: <c>message-namespace</c>.</summary>
    public IList<string> MessageNamespace { get; set; } = [];

    /// <summary>Names of the assemblies of the messages' types. HOCON: <c>message-assembly</c>.</summary>
    public IList<string> MessageAssembly { get; set; } = [];

    /// <summary>Interfaces or base classes of the messages' types, or the types themselves. HOCON: <c>message-implements</c>.</summary>
    public IList<string> MessageImplements { get; set; } = [];

    /// <summary>Attributes on the messages' types. HOCON: <c>message-attribute</c>.</summary>
    public IList<string> MessageAttribute { get; set; } = [];

    /// <summary>Which messages get a span. HOCON: <c>trace</c>.</summary>
    public TraceMode? Trace { get; set; }

    /// <summary>Share of the traces that the messages may begin, 0 to 1. HOCON: <c>ratio</c>.</summary>
    public double? Ratio { get; set; }

    /// <summary>Name of the span; <c>{actor}</c> and <c>{message}</c> stand for the names of the types. HOCON: <c>span-name</c>.</summary>
    public string? SpanName { get; set; }

    /// <summary>False: not in the metrics by type. HOCON: <c>measure</c>.</summary>
    public bool? Measure { get; set; }

    /// <summary>
    /// Name that the actor's type is shown by, in a rule that asks for <see cref="Path"/> and <see cref="Actor"/> only.
    /// HOCON: <c>actor-name</c>.
    /// </summary>
    public string? ActorName { get; set; }

    /// <summary>How the span relates to the sender's. HOCON: <c>relation</c>.</summary>
    public SpanRelation? Relation { get; set; }

    /// <summary>False: as if the rule were not there. HOCON: <c>enabled</c>.</summary>
    public bool? Enabled { get; set; }

    /// <summary>
    /// A lower number is asked earlier, 0 if not set. Of one order the rules in code come before those in HOCON. HOCON:
    /// <c>order</c>.
    /// </summary>
    public int? Order { get; set; }
}
