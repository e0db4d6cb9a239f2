namespace AkkaInstrumentation;

/// <summary>What the marker attributes on a message's or an actor's type say.</summary>
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
            // an attribute whose constructor throws or whose assembly cannot be loaded: no reason to lose a message
            TelemetryFault.Report(TelemetryFault.Rule, e);
            return [];
        }
    }

    // Asked of every type that comes, and hardly any has one: until then nothing is allocated.
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
        if (Attribute.IsDefined(owner, typeof(MarkerAttribute), inherit: true))
        {
            (found ??= []).AddRange(Attributes(owner).Select(marker => new OtherSource($"[{marker.Text}] on {TypeNames.Of(owner)}", marker.Says)));
        }

        return found;
    }

    private static IEnumerable<(string Text, Treatment Says)> Attributes(Type owner)
    {
        if (Attribute.IsDefined(owner, typeof(NeverTraceAttribute), inherit: true))
        {
            yield return ("NeverTrace", new Treatment { Trace = TraceMode.Never });
        }

        if (Attribute.IsDefined(owner, typeof(NeverMeasureAttribute), inherit: true))
        {
            yield return ("NeverMeasure", new Treatment { Measure = false });
        }

        if (Attribute.GetCustomAttribute(owner, typeof(SpanNameAttribute), inherit: true) is SpanNameAttribute { Name.Length: > 0 } span)
        {
            yield return ($"SpanName(\"{span.Name}\")", new Treatment { SpanName = span.Name });
        }
    }
}
