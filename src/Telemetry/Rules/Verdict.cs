namespace AkkaInstrumentation;

/// <summary>
/// How the messages of one type are treated at one actor. One object for each (actor type, message type) and set of rules
/// that match the actor's path, so callers may keep it and compare by reference.
/// </summary>
internal sealed record Verdict(
    TraceMode Trace, double? Ratio, string? SpanName, bool Measure, string? ActorName, SpanRelation Relation)
{
    /// <summary>Nothing is said that changes whether a message is recorded or what its span belongs to.</summary>
    public bool IsPlain => Trace == TraceMode.Sampled && Ratio is null && Measure && Relation == SpanRelation.Parent;

    /// <summary>Every message gets a span, also inside a trace that is not sampled; then it begins one of its own.</summary>
    public bool Fully { get; init; }

    /// <summary>Who decided what.</summary>
    public required VerdictSources Sources { get; init; }
}

/// <summary>Who decided each part of a verdict.</summary>
internal sealed record VerdictSources(
    IVerdictSource Trace, IVerdictSource SpanName, IVerdictSource Measure, IVerdictSource ActorName, IVerdictSource Relation);

/// <summary>A rule, a marker attribute, the Props or the default: what a verdict can be due to.</summary>
internal interface IVerdictSource
{
    Treatment Says { get; }

    /// <summary>For people: what it is and where it stands.</summary>
    string Text { get; }
}

/// <summary>A source that is not a rule.</summary>
internal sealed record OtherSource(string Text, Treatment Says) : IVerdictSource
{
    public static OtherSource Default { get; } = new("default", new Treatment());

    public static OtherSource Props(Treatment says) => new("Props", says);
}
