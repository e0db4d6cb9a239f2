namespace AkkaInstrumentation;

/// <summary>
/// Writes this public property or field of a message into the message's span: business data without code in the actor. It is read when a recorded span starts, before
/// the handler, on the thread that runs the actor; other messages are not touched. A value that is null is left out. Texts are cut at 256 characters. A getter
/// that throws costs no message and is reported once. A rule's <c>attributes</c> take precedence over it. Serializers do not see it.
/// </summary>
[AttributeUsage(AttributeTargets.Property | AttributeTargets.Field)]
public sealed class SpanAttributeAttribute : Attribute
{
    /// <param name="name">
    /// The attribute's name, for example <c>order.id</c>. Names that begin with <c>akka.</c> are the library's own. In a positional record, write
    /// <c>[property: SpanAttribute("order.id")]</c>.
    /// </param>
    /// <exception cref="ArgumentException">The name is empty or the library's.</exception>
    public SpanAttributeAttribute(string name) => Name = MessageFields.IsName(name) ? name : throw new ArgumentException(MessageFields.AllowedNames, nameof(name));

    /// <summary>The attribute's name.</summary>
    public string Name { get; }

    /// <summary>True: the value is a secret. It is never read, and spans show <c>REDACTED</c>, under every name. Default: false.</summary>
    public bool Redact { get; set; }
}
