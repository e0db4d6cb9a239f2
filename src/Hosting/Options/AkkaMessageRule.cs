namespace AkkaInstrumentation;

/// <summary>
/// A rule about single actors and messages, as in <c>akka.instrumentation.rules</c>. It matches if all of its patterns match. In a list, one matching
/// pattern is enough; <c>*</c> stands for any text. A pattern that is null or empty is not checked. A setting that is null is not set by this rule.
/// </summary>
public sealed class AkkaMessageRule
{
    /// <summary>
    /// The name: letters, digits, <c>-</c> and <c>_</c>. If a rule in HOCON or of an earlier call has the same name, this rule changes it and keeps
    /// its place. Null: a separate rule.
    /// </summary>
    public string? Name { get; set; }

    /// <summary>Paths of actors: <c>/user/orders/*</c> for one segment, <c>/user/orders/**</c> for any depth. HOCON: <c>path</c>.</summary>
    public IList<string> Path { get; set; } = [];

    /// <summary>Types of actors: <c>OrderActor</c>, <c>Outer.Inner</c>, with namespace. HOCON: <c>actor</c>.</summary>
    public IList<string> Actor { get; set; } = [];

    /// <summary>Types of messages: <c>PlaceOrder</c>, <c>Outer.Inner</c>, with namespace. HOCON: <c>message</c>.</summary>
    public IList<string> Message { get; set; } = [];

    /// <summary>Namespaces of the messages' types. Types in nested namespaces match too. HOCON: <c>message-namespace</c>.</summary>
    public IList<string> MessageNamespace { get; set; } = [];

    /// <summary>Names of the assemblies of the messages' types. HOCON: <c>message-assembly</c>.</summary>
    public IList<string> MessageAssembly { get; set; } = [];

    /// <summary>Interfaces or base classes of the messages' types, or the types themselves. HOCON: <c>message-implements</c>.</summary>
    public IList<string> MessageImplements { get; set; } = [];

    /// <summary>Attributes on the messages' types. HOCON: <c>message-attribute</c>.</summary>
    public IList<string> MessageAttribute { get; set; } = [];

    /// <summary>Which messages get a span. HOCON: <c>trace</c>.</summary>
    public AkkaTraceMode? Trace { get; set; }

    /// <summary>The share of traces that the messages may begin, from 0 to 1. HOCON: <c>ratio</c>.</summary>
    public double? Ratio { get; set; }

    /// <summary>Name of the span. <c>{actor}</c> and <c>{message}</c> stand for the names of the types. HOCON: <c>span-name</c>.</summary>
    public string? SpanName { get; set; }

    /// <summary>False: the messages are not in the metrics by type. HOCON: <c>measure</c>.</summary>
    public bool? Measure { get; set; }

    /// <summary>
    /// The name that stands for the actor's type in metrics and spans. Allowed in a rule with only <see cref="Path"/> and <see cref="Actor"/> as
    /// patterns. HOCON: <c>actor-name</c>.
    /// </summary>
    public string? ActorName { get; set; }

    /// <summary>How the span relates to the sender's. HOCON: <c>relation</c>.</summary>
    public AkkaSpanRelation? Relation { get; set; }

    /// <summary>
    /// Who wrote the actors. Read when an actor starts. Allowed in a rule with only <see cref="Path"/> and <see cref="Actor"/> as patterns.
    /// HOCON: <c>kind</c>.
    /// </summary>
    public AkkaActorKind? Kind { get; set; }

    /// <summary>
    /// How many of an actor's last messages are kept, from 0 (none) to <see cref="AkkaLastMessage.MaxPerActor"/>. Allowed in a rule with only
    /// <see cref="Path"/> and <see cref="Actor"/> as patterns. HOCON: <c>last-messages</c>.
    /// </summary>
    public int? LastMessages { get; set; }

    /// <summary>
    /// Members of the message that recorded spans show, besides those that <see cref="SpanAttributeAttribute"/> marks. The key is the name of the
    /// span's attribute, and the value is the name of a public property or field. A member that a message does not have is left out. HOCON:
    /// <c>attributes</c>.
    /// </summary>
    public IDictionary<string, string> Attributes { get; set; } = new Dictionary<string, string>();

    /// <summary>False: the rule is ignored. HOCON: <c>enabled</c>.</summary>
    public bool? Enabled { get; set; }

    /// <summary>
    /// The order of evaluation. A lower number comes first; 0 if not set. With the same order, rules in code come before those in HOCON.
    /// HOCON: <c>order</c>.
    /// </summary>
    public int? Order { get; set; }
}
