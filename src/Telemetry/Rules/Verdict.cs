namespace AkkaInstrumentation;

/// <summary>
/// The settings for the messages of one type at one actor. There is one object for each pair of actor type and message type and each set of rules
/// that match the actor's path. So callers may keep it and compare by reference.
/// </summary>
internal sealed record Verdict(
    AkkaTraceMode Trace, double? Ratio, string? SpanName, bool Measure, string? ActorName, AkkaSpanRelation Relation)
{
    /// <summary>Whether no setting affects the recording of a message or the relation of its span.</summary>
    public bool IsPlain => !IsWatched && Trace == AkkaTraceMode.Sampled && Ratio is null && Measure && Relation == AkkaSpanRelation.Parent;

    /// <summary>Every message gets a span, even inside an unsampled trace. The message then begins a new trace.</summary>
    public bool Fully { get; init; }

    /// <summary>The actor may send messages of another trace than its current one, so that each message to it must be seen.</summary>
    public bool IsWatched { get; init; }

    /// <summary>The source of each setting.</summary>
    public required VerdictSources Sources { get; init; }
}

/// <summary>The source of each setting of a verdict.</summary>
internal sealed record VerdictSources(
    IVerdictSource Trace, IVerdictSource SpanName, IVerdictSource Measure, IVerdictSource ActorName, IVerdictSource Relation);

/// <summary>A source of settings: a rule, a marker attribute, the Props or the default.</summary>
internal interface IVerdictSource
{
    RuleEffect Effect { get; }

    /// <summary>A readable description: its kind and where it was written.</summary>
    string Text { get; }
}

/// <summary>A source that is not a rule.</summary>
internal sealed record OtherSource(string Text, RuleEffect Effect) : IVerdictSource
{
    public static OtherSource Default { get; } = new("default", new RuleEffect());

    /// <summary>Traces pass through infrastructure.</summary>
    public static OtherSource Infrastructure { get; } = new("kind = infrastructure", new RuleEffect { Trace = AkkaTraceMode.Never });

    public static OtherSource Props(RuleEffect effect) => new("Props", effect);
}
