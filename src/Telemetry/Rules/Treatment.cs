namespace AkkaInstrumentation;

/// <summary>
/// What a rule, a marker attribute or an actor's Props say; null where they are silent. Equal by value, because verdicts are
/// cached by it.
/// </summary>
internal sealed record Treatment
{
    public TraceMode? Trace { get; init; }

    /// <summary>Share of the traces that messages may begin, of those with <see cref="TraceMode.Sampled"/>.</summary>
    public double? Ratio { get; init; }

    public string? SpanName { get; init; }

    public bool? Measure { get; init; }

    public string? ActorName { get; init; }

    public SpanRelation? Relation { get; init; }

    /// <summary>A span for each message, also inside a trace that is not sampled. Said at run time only, with <see cref="TraceMode.Always"/>.</summary>
    public bool Fully { get; init; }
}
