namespace AkkaInstrumentation;

/// <summary>
/// The rules for one actor: those whose path and actor type match, in their order. All actors of a type
/// to which the same rules apply share one object. A mailbox reads it once and keeps it. Any thread.
/// </summary>
internal sealed class ActorRules
{
    // Filled as messages arrive.
    private readonly TypeCache<Verdict> _verdicts;
    private readonly Rule[] _rules;
    private readonly bool _follows;
    private readonly IReadOnlyList<VerdictSource> _actorMarkers;
    private readonly VerdictSource? _props;
    private readonly VerdictSource? _kindEffect;

    /// <param name="set">All rules.</param>
    /// <param name="rules">Those that match the actors.</param>
    /// <param name="actor">The actors' type; null when unknown.</param>
    /// <param name="props">The settings in the actors' Props.</param>
    /// <param name="isBelowUser">Whether the actors are below <c>/user</c>.</param>
    public ActorRules(RuleSet set, IEnumerable<Rule> rules, Type? actor, RuleEffect? props, bool isBelowUser)
    {
        Set = set;
        Props = props;
        Actor = actor;
        _rules = [.. rules];
        _follows = Array.Exists(_rules, static rule => rule.Effect.Follows is not null);
        _actorMarkers = IMarker.Read(actor);
        _props = props is null ? null : new("Props", props);

        // All sources without criteria for messages. The effect of the kind is left out, because these sources decide the kind.
        var sources = Sources(message: null);
        KindSource = First(sources, effect => effect.Kind is not null);
        LastMessagesSource = First(sources, effect => effect.LastMessages is not null);
        LastMessages = LastMessagesSource.Effect.LastMessages ?? 0;
        Kind = KindSource.Effect.Kind
            ?? (isBelowUser ? AkkaActorKind.User : PersistenceTypes.IsPlugin(actor) ? AkkaActorKind.Infrastructure : AkkaActorKind.System);
        IsPersistentActor = PersistenceTypes.IsPersistentActor(actor);
        RunsStreams = Kind == AkkaActorKind.Infrastructure && actor?.FullName?.StartsWith("Akka.Streams.", StringComparison.Ordinal) == true;
        _kindEffect = Kind == AkkaActorKind.Infrastructure && (RunsStreams || !set.ShowsAll) ? VerdictSource.Infrastructure : null;
        Usual = Decide(message: null);
        _verdicts = new(DecideNew, usual: Usual);
    }

    /// <summary>The rule set that contains these rules. It stays the same until the rules change at run time.</summary>
    public RuleSet Set { get; }

    /// <summary>The settings in the actors' Props.</summary>
    public RuleEffect? Props { get; }

    /// <summary>The actors' type; null when unknown.</summary>
    public Type? Actor { get; }

    /// <summary>The displayed name of the actor's type; null for its own. The same for all messages.</summary>
    public string? ActorName => Usual.ActorName;

    /// <summary>Whether they are persistent actors.</summary>
    public bool IsPersistentActor { get; }

    /// <summary>The kind of the actors: who wrote them.</summary>
    public AkkaActorKind Kind { get; }

    /// <summary>
    /// Whether they run the stages of streams. Such an actor gets messages about an element, a demand for more elements or the end of a task, and
    /// works on whatever elements are ready. So the work of a stage does not belong to the trace of the message, and no trace is current there.
    /// </summary>
    public bool RunsStreams { get; }

    /// <summary>The source of <see cref="Kind"/>.</summary>
    public VerdictSource KindSource { get; }

    /// <summary>How many of an actor's last messages are kept; 0 for none.</summary>
    public int LastMessages { get; }

    /// <summary>The source of <see cref="LastMessages"/>.</summary>
    public VerdictSource LastMessagesSource { get; }

    /// <summary>The verdict for a message type without a matching rule or marker.</summary>
    public Verdict Usual { get; }

    /// <summary>
    /// Allocates only for the first message of a type. If rules treat thousands of types differently, it also allocates for later messages.
    /// </summary>
    public Verdict For(Type message) => _verdicts.For(message);

    // Nearly all types of an actor's messages have equal settings, and then share one verdict.
    private Verdict DecideNew(Type message)
    {
        Set.HasDecided = true;
        return Decide(message) is var verdict && verdict == Usual ? Usual : verdict;
    }

    // Without a type: the verdict for a type without a matching rule or marker.
    private Verdict Decide(Type? message)
    {
        var sources = Sources(message);
        var verdict = new Verdict(new(
            First(sources, effect => effect.Trace is not null || effect.Ratio is not null),
            First(sources, effect => effect.SpanName is not null),
            First(sources, effect => effect.Measure is not null),
            First(sources, effect => effect.ActorName is not null),
            First(sources, effect => effect.Relation is not null)));
        var fields = message is null ? null : MessageFields.Create(message, sources.SelectMany(source => source.Effect.Attributes));
        var follows = _follows ? FollowedIn(sources) : [];
        return verdict with
        {
            SpanName = verdict.Sources.SpanName.Effect.SpanName is { } template
                ? SpanNameTemplate.Fill(template, verdict.ActorName
                    ?? (Actor is null ? "" : TypeNames.Get(Actor)), message is null ? "" : TypeNames.Get(message))
                : null,
            Fields = fields,
            Follows = follows,
            IsFollowed = Array.Exists(follows, followed => followed.Name is not { } name || fields?.Has(name) == true),
            IsWatched = IsPersistentActor || Kind == AkkaActorKind.Infrastructure,
        };
    }

    // Equal ones are the same object, so that verdicts are equal.
    private FollowedMessages[] FollowedIn(List<VerdictSource> sources)
    {
        FollowedMessages[] found = [.. sources.Select(source => source.Effect.Follows).OfType<FollowedMessages>()];
        return Usual is { } usual && usual.Follows.SequenceEqual(found) ? usual.Follows : found;
    }

    private static VerdictSource First(IEnumerable<VerdictSource> sources, Func<RuleEffect, bool> decides)
    {
        var first = sources.FirstOrDefault(source => decides(source.Effect)) ?? VerdictSource.Default;
        if (first is Rule rule)
        {
            rule.HasDecided = true;
        }

        return first;
    }

    // In the order of evaluation.
    private List<VerdictSource> Sources(Type? message)
    {
        var matching = Array.FindAll(_rules, rule => rule.MatchesMessage(message));
        foreach (var rule in matching)
        {
            rule.HasMatched = true;
            rule.HasDecided = rule.Effect.Attributes.Count > 0;
        }

        return
        [
            .. matching.Where(rule => rule.IsTimed),
            .. new[] { _props, _kindEffect }.OfType<VerdictSource>(),
            .. matching.Where(rule => rule is { IsTimed: false, Order: < RuleSet.OrderOfMarkers }),
            .. IMarker.Read(message),
            .. _actorMarkers,
            .. matching.Where(rule => rule.Order >= RuleSet.OrderOfMarkers),
        ];
    }
}
