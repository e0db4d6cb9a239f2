namespace AkkaInstrumentation;

/// <summary>
/// Excludes messages of this type, or all messages to an actor of this type, from the metrics by type. The attribute also applies to derived
/// types and to implementations of a marked interface. A rule in code or HOCON that sets <c>measure</c> takes precedence over it. Serializers
/// do not see it.
/// </summary>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct | AttributeTargets.Interface)]
public sealed class NeverMeasureAttribute : Attribute, IMarker;
