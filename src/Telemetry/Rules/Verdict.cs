namespace AkkaInstrumentation;

/// <summary>
/// The settings for the messages of one type at one actor. There is one object for each pair of actor type and message type and each set of rules
/// that match the actor's path. So callers may keep it and compare by reference.
/// </summary>
/// <param name="Sources">The source of each setting.</param>
internal sealed record Verdict(Verdict.SettingSources Sources)
{
    public AkkaTraceMode Trace { get; } = Sources.Trace.Effect.Trace ?? AkkaTraceMode.Sampled;

    public double? Ratio { get; } = Sources.Trace.Effect.Ratio;

    /// <summary>The same for backends; null without a ratio.</summary>
    public SamplingThreshold? Threshold { get; } =
        Sources.Trace.Effect.Ratio is { } ratio && SamplingRandom.Threshold(ratio) is > 0 and var share ? new(share) : null;

    public bool Measure { get; } = Sources.Measure.Effect.Measure ?? true;

    public string? ActorName { get; } = Sources.ActorName.Effect.ActorName;

    public AkkaSpanRelation Relation { get; } = Sources.Relation.Effect.Relation ?? AkkaSpanRelation.Parent;

    /// <summary>The same for messages of a scheduler.</summary>
    public AkkaSpanRelation ScheduledRelation { get; } = Sources.Relation.Effect.Relation ?? AkkaSpanRelation.Link;

    /// <summary>The span's name without placeholders; null for the default name.</summary>
    public string? SpanName { get; init; }
    /// <summary>Whether no setting affects the recording of a message or the relation of its span.</summary>
    public bool IsPlain =>
        !IsWatched && !IsFollowed && Trace == AkkaTraceMode.Sampled && Ratio is null && Measure && Relation == AkkaSpanRelation.Parent;

    /// <summary>Whether no rule begins a trace, so that senders sample by the settings only.</summary>
    public bool IsOfSettings => !TracesAll && Trace != AkkaTraceMode.Always && Ratio is null;

    /// <summary>Whether every message gets a span, even inside an unsampled trace. The message then begins a new trace.</summary>
    public bool TracesAll { get; } = Sources.Trace.Effect.TracesAll;

    /// <summary>Whether the actor may send messages of another trace than its current one, so that each message to it must be seen.</summary>
    public bool IsWatched { get; init; }

    /// <summary>By which values messages are followed at the moment; nearly always none.</summary>
    public FollowedMessages[] Follows { get; init; } = [];

    /// <summary>Whether the messages have a member with such a value, so that each must be seen.</summary>
    public bool IsFollowed { get; init; }

    /// <summary>The members of the messages that spans show; null for none.</summary>
    public MessageFields? Fields { get; init; }

    /// <summary>The source of each setting.</summary>
    internal sealed record SettingSources(
        VerdictSource Trace, VerdictSource SpanName, VerdictSource Measure, VerdictSource ActorName, VerdictSource Relation);
}

/// <summary>A source of settings: a rule, a marker attribute, the Props or the default.</summary>
/// <param name="text">A readable description: its kind and where it was written.</param>
/// <param name="effect">The settings.</param>
internal class VerdictSource(string text, RuleEffect effect)
{
    public static VerdictSource Default { get; } = new("default", new RuleEffect());

    /// <summary>Traces pass through infrastructure.</summary>
    public static VerdictSource Infrastructure { get; } = new("kind = infrastructure", new RuleEffect { Trace = AkkaTraceMode.Never });

    public string Text { get; } = text;

    public RuleEffect Effect { get; } = effect;

    public override string ToString() => Text;
}

/// <summary>Messages that are followed for a limited time and number. The assembly above implements it. Any thread.</summary>
internal abstract class FollowedMessages
{
    /// <summary>The attribute or item of baggage whose value they have; null where each message is followed.</summary>
    public abstract string? Name { get; }

    /// <summary>Whether a message begins a trace because of it. Thread that runs the actor. Never throws.</summary>
    public abstract bool TryTake(object message, MessageFields? fields, CarriedBaggage? baggage);
}
