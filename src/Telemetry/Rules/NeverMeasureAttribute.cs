namespace AkkaInstrumentation;

/// <summary>
/// A message of this type, or any message to an actor of this type, is not part of the metrics by type. Derived types and
/// implementations of a marked interface are marked too. A rule in code or HOCON that says <c>measure</c> wins over it.
/// Serializers do not see it.
/// </summary>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct | AttributeTargets.Interface)]
public sealed class NeverMeasureAttribute : MarkerAttribute;
