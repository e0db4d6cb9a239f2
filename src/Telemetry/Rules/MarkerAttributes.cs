namespace AkkaInstrumentation;

/// <summary>
/// Messages of this type, or all messages to an actor of this type, get no span. A trace passes through. The attribute also applies to derived
/// types and to implementations of a marked interface. A rule in code or HOCON that sets <c>trace</c> or <c>ratio</c> takes precedence over it.
/// Serializers do not see it.
/// </summary>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct | AttributeTargets.Interface)]
public sealed class NeverTraceAttribute : Attribute, IMarker
{
    string IMarker.Text => "NeverTrace";

    RuleEffect IMarker.Effect => new() { Trace = AkkaTraceMode.Never };
}

/// <summary>
/// Excludes messages of this type, or all messages to an actor of this type, from the metrics by type. The attribute also applies to derived
/// types and to implementations of a marked interface. A rule in code or HOCON that sets <c>measure</c> takes precedence over it. Serializers
/// do not see it.
/// </summary>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct | AttributeTargets.Interface)]
public sealed class NeverMeasureAttribute : Attribute, IMarker
{
    string IMarker.Text => "NeverMeasure";

    RuleEffect IMarker.Effect => new() { Measure = false };
}

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

    string IMarker.Text => $"SpanName(\"{Name}\")";

    RuleEffect IMarker.Effect => new() { SpanName = string.IsNullOrEmpty(Name) ? null : Name };
}

/// <summary>
/// A marker attribute of this library. Nearly all types have none of them, and one query finds that out. It is an interface, so that the public
/// attributes derive from <see cref="Attribute"/> alone.
/// </summary>
internal interface IMarker
{
    string Text { get; }

    RuleEffect Effect { get; }

    /// <summary>A type's own attributes and those of its base classes, then those of its interfaces. Called once for each new type.</summary>
    // The constructor of an attribute may throw, or its assembly cannot be loaded. That must not lose a message.
    static VerdictSource[] Read(Type? type) => type is null ? [] : TelemetryFault.GuardValue(
        TelemetryFault.Rules,
        type,
        static type => NamedTypes.InterfacesOf(type).Prepend(type)
            .Where(owner => owner.IsDefined(typeof(IMarker), inherit: true)).SelectMany(On).ToArray(),
        []);

    private static IEnumerable<VerdictSource> On(Type owner) => owner.GetCustomAttributes(typeof(IMarker), inherit: true)
        .Cast<IMarker>()
        .Select(marker => new VerdictSource($"[{marker.Text}] on {TypeNames.Get(owner)}", marker.Effect));
}
