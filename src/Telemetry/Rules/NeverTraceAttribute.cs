namespace AkkaInstrumentation;

/// <summary>
/// A message of this type, or any message to an actor of this type, gets no span. A trace passes through. Derived types and
/// implementations of a marked interface are marked too. A rule in code or HOCON that says <c>trace</c> or <c>ratio</c>
/// wins over it. Serializers do not see it.
/// </summary>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct | AttributeTargets.Interface)]
public sealed class NeverTraceAttribute : MarkerAttribute;
