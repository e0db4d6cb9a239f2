namespace AkkaInstrumentation;

/// <summary>What the marker attributes on a message's and an actor's type say. The message's word comes first.</summary>
internal static class Markers
{
    public static IReadOnlyList<IVerdictSource> Of(Type? actor, Type? message)
    {
        try
        {
            return [.. On(message), .. On(actor)];
        }
        catch (Exception e)
        {
            // an attribute whose constructor throws or whose assembly cannot be loaded: no reason to lose a message
            TelemetryFault.Report(TelemetryFault.Rule, e);
            return [];
        }
    }

    private static IEnumerable<IVerdictSource> On(Type? type)
    {
        if (type is null)
        {
            yield break;
        }

        // a type's own attributes and those of its base classes, then those of its interfaces
        foreach (var owner in new[] { type }.Concat(NamedTypes.InterfacesOf(type)))
        {
            foreach (var (text, says) in Attributes(owner))
            {
                yield return new OtherSource($"[{text}] on {TypeNames.Of(owner)}", says);
            }
        }
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
