namespace AkkaInstrumentation;

/// <summary>
/// Sets the span name for messages of this type, or for all messages to an actor of this type. If both types are marked, the message's
/// attribute applies. The attribute also applies to derived types and to implementations of a marked interface. A rule in code or HOCON that
/// sets <c>span-name</c> takes precedence over it. Serializers do not see it.
/// </summary>
/// <param name="name">
/// The span's name. <c>{actor}</c> and <c>{message}</c> stand for the readable names of the two types. Keep its
/// cardinality low, because backends group by it.
/// </param>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct | AttributeTargets.Interface)]
public sealed class SpanNameAttribute(string name) : Attribute, IMarker
{
    /// <summary>The span's name, with its placeholders.</summary>
    public string Name { get; } = name;
}
