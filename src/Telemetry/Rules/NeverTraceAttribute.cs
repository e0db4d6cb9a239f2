namespace AkkaInstrumentation;

/// <summary>
/// Messages of this type, or all messages to an actor of this type, get no span. A trace passes through. The attribute also applies to derived
/// types and to implementations of a marked interface. A rule in code or HOCON that sets <c>trace</c> or <c>ratio</c> takes precedence over it.
/// Serializers do not see it.
/// </summary>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct | AttributeTargets.Interface)]
public sealed class NeverTraceAttribute : Attribute, IMarker;
