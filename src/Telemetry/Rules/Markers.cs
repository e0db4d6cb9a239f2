namespace AkkaInstrumentation;

/// <summary>Reads the marker attributes of a message's or an actor's type.</summary>
internal static class Markers
{
    /// <summary>A type's own attributes and those of its base classes, then those of its interfaces.</summary>
    public static IReadOnlyList<IVerdictSource> Of(Type? type)
    {
        try
        {
            return (type is null ? null : On(type)) ?? (IReadOnlyList<IVerdictSource>)[];
        }
        catch (Exception e)
        {
            // The constructor of an attribute throws, or its assembly cannot be loaded. That must not lose a message.
            TelemetryFault.Report(TelemetryFault.Rules, e);
            return [];
        }
    }

    // Called for every new type. Hardly any type has a marker, and for the others nothing is allocated.
    private static List<IVerdictSource>? On(Type type)
    {
        var found = Add(null, type);
        foreach (var implemented in NamedTypes.InterfacesOf(type))
        {
            found = Add(found, implemented);
        }

        return found;
    }

    private static List<IVerdictSource>? Add(List<IVerdictSource>? found, Type owner)
    {
        // The type's own method is needed: Attribute.IsDefined accepts no interface.
        if (owner.IsDefined(typeof(IMarker), inherit: true))
        {
            (found ??= []).AddRange(Attributes(owner).Select(marker => new OtherSource($"[{marker.Text}] on {TypeNames.Of(owner)}", marker.Effect)));
        }

        return found;
    }

    private static IEnumerable<(string Text, RuleEffect Effect)> Attributes(Type owner)
    {
        if (Attribute.IsDefined(owner, typeof(NeverTraceAttribute), inherit: true))
        {
            yield return ("NeverTrace", new RuleEffect { Trace = AkkaTraceMode.Never });
        }

        if (Attribute.IsDefined(owner, typeof(NeverMeasureAttribute), inherit: true))
        {
            yield return ("NeverMeasure", new RuleEffect { Measure = false });
        }

        if (Attribute.GetCustomAttribute(owner, typeof(SpanNameAttribute), inherit: true) is SpanNameAttribute { Name.Length: > 0 } span)
        {
            yield return ($"SpanName(\"{span.Name}\")", new RuleEffect { SpanName = span.Name });
        }
    }
}
