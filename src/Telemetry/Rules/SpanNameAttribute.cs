namespace AkkaInstrumentation;

/// <summary>
/// Names the span of a message of this type, or of every message to an actor of this type; where both are marked the
/// message wins. Derived types and implementations of a marked interface are marked too. A rule in code or HOCON that says
/// <c>span-name</c> wins over it. Serializers do not see it.
/// </summary>
/// <param name="name">
/// The span's name. <c>{actor}</c> and <c>{message}</c> stand for the readable names of the two types. Keep it low in
/// cardinality: backends group by it.
/// </param>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct | AttributeTargets.Interface)]
public sealed class SpanNameAttribute(string name) : MarkerAttribute
{
    /// <summary>The span's name, with its placeholders.</summary>
    public string Name { get; } = name;
}
