namespace AkkaInstrumentation;

/// <summary>
/// What <c>props.WithInstrumentation(...)</c> says about one actor; the words are those of a rule in
/// <c>akka.instrumentation.rules</c>, over which it wins. What is null is left to rules.
/// </summary>
public sealed class ActorInstrumentation
{
    /// <summary>Which messages get a span. HOCON: <c>trace</c>.</summary>
    public TraceMode? Trace { get; set; }

    /// <summary>Share of the traces that the messages may begin, 0 to 1. HOCON: <c>ratio</c>.</summary>
    public double? Ratio { get; set; }

    /// <summary>
    /// Name of the spans; <c>{actor}</c> and <c>{message}</c> stand for the names of the types. Names should be few, so
    /// no ids. HOCON: <c>span-name</c>.
    /// </summary>
    public string? SpanName { get; set; }

    /// <summary>False: not in the metrics by type. HOCON: <c>measure</c>.</summary>
    public bool? Measure { get; set; }

    /// <summary>Name that the actor's type is shown by. HOCON: <c>actor-name</c>.</summary>
    public string? ActorName { get; set; }

    /// <summary>How the spans relate to the sender's. HOCON: <c>relation</c>.</summary>
    public SpanRelation? Relation { get; set; }

    /// <summary>The words as HOCON, for the configuration that goes with the Props.</summary>
    internal string Write()
    {
        var hocon = new TreatmentHocon();
        hocon.Append(Trace, Ratio, Portable(SpanName), Measure, Portable(ActorName), Relation);
        return hocon.ToString();
    }

    private static string? Portable(string? text) => text is null ? null : PortableText.Encode(text);
}
