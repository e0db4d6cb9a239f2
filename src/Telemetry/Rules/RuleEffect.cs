namespace AkkaInstrumentation;

/// <summary>
/// The settings of a rule, a marker attribute or an actor's Props; null where they set nothing. Equal by value, because verdicts are
/// cached by it.
/// </summary>
internal sealed record RuleEffect
{
    public AkkaTraceMode? Trace { get; init; }

    /// <summary>Share of the traces that messages with <see cref="AkkaTraceMode.Sampled"/> may begin.</summary>
    public double? Ratio { get; init; }

    public string? SpanName { get; init; }

    public bool? Measure { get; init; }

    public string? ActorName { get; init; }

    public AkkaSpanRelation? Relation { get; init; }

    /// <summary>Who wrote the actor. Evaluated when the actor starts.</summary>
    public AkkaActorKind? Kind { get; init; }

    /// <summary>How many of the actor's last messages are kept; 0 for none.</summary>
    public int? Record { get; init; }

    /// <summary>A span for each message, even inside an unsampled trace. Set at run time only, with <see cref="AkkaTraceMode.Always"/>.</summary>
    public bool Fully { get; init; }
}
