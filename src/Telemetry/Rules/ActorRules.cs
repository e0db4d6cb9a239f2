namespace AkkaInstrumentation;

/// <summary>
/// The rules for one actor: those whose path and actor type match, in their order. All actors of a type
/// to which the same rules apply share one object. A mailbox reads it once and keeps it. Any thread.
/// </summary>
internal sealed class ActorRules
{
    // For a generic definition: its types have to be evaluated one by one.
    private static readonly Verdict Unknown = new(AkkaTraceMode.Sampled, null, null, true, null, AkkaSpanRelation.Parent)
    {
        Sources = new(OtherSource.Default, OtherSource.Default, OtherSource.Default, OtherSource.Default, OtherSource.Default),
    };

    // Filled as messages arrive.
    private readonly TypeCache<Verdict> _verdicts = new();
    private readonly Rule[] _rules;
    private readonly Rule[] _rulesAboutMessages;
    private readonly IReadOnlyList<IVerdictSource> _actorMarkers;
    private readonly Type? _actor;
    private readonly OtherSource? _props;
    private readonly IVerdictSource _actorNameSource;
    private readonly Verdict _usual;
    private readonly bool _namesMessage;
    private readonly OtherSource? _kindEffect;

    /// <param name="set">All rules.</param>
    /// <param name="rules">Those that match the actors.</param>
    /// <param name="actor">The actors' type; null when unknown.</param>
    /// <param name="props">The settings in the actors' Props.</param>
    /// <param name="isBelowUser">Whether the actors are below <c>/user</c>.</param>
    public ActorRules(RuleSet set, IEnumerable<Rule> rules, Type? actor, RuleEffect? props, bool isBelowUser = true)
    {
        Set = set;
        Props = props;
        _rules = [.. rules];
        _rulesAboutMessages = [.. _rules.Where(rule => rule.AsksForMessage)];
        _actor = actor;
        _actorMarkers = Markers.Of(actor);
        _props = props is null ? null : OtherSource.Props(props);

        // All that has no criteria for messages, without the effect of the kind, which these sources decide.
        var sources = Sources(message: null, []);
        _actorNameSource = First(sources, effect => effect.ActorName is not null);
        IsPersistentActor = PersistenceTypes.IsPersistentActor(actor);
        ActorName = _actorNameSource.Effect.ActorName;
        KindSource = First(sources, effect => effect.Kind is not null);
        RecordSource = First(sources, effect => effect.Record is not null);
        Record = RecordSource.Effect.Record ?? 0;
        Kind = KindSource.Effect.Kind ?? (isBelowUser ? AkkaActorKind.User : AkkaActorKind.System);
        RunsStreams = Kind == AkkaActorKind.Infrastructure && actor?.FullName?.StartsWith("Akka.Streams.", StringComparison.Ordinal) == true;
        _kindEffect = Kind == AkkaActorKind.Infrastructure && (RunsStreams || !set.ShowsAll) ? OtherSource.Infrastructure : null;
        _usual = Decide(message: null, []);
        _namesMessage = _usual.Sources.SpanName.Effect.SpanName?.Contains(SpanNameTemplate.Message, StringComparison.Ordinal) == true;
    }

    /// <summary>The rule set that contains these rules. It stays the same until the rules change at run time.</summary>
    public RuleSet Set { get; }

    /// <summary>The settings in the actors' Props.</summary>
    public RuleEffect? Props { get; }

    /// <summary>The actors' type; null when unknown.</summary>
    public Type? Actor => _actor;

    /// <summary>The displayed name of the actor's type; null for its own. The same for all messages.</summary>
    public string? ActorName { get; }

    /// <summary>Whether they are persistent actors.</summary>
    public bool IsPersistentActor { get; }

    /// <summary>Who wrote the actors.</summary>
    public AkkaActorKind Kind { get; }

    /// <summary>
    /// Whether they run the stages of streams. Such an actor gets any element's message, a demand for more or the end of a task, and works on whatever
    /// elements are ready. So no message's trace is that of what a stage does, and none is current there.
    /// </summary>
    public bool RunsStreams { get; }

    /// <summary>The source of <see cref="Kind"/>.</summary>
    public IVerdictSource KindSource { get; }

    /// <summary>How many of an actor's last messages are kept; 0 for none.</summary>
    public int Record { get; }

    /// <summary>The source of <see cref="Record"/>.</summary>
    public IVerdictSource RecordSource { get; }

    /// <summary>The verdict for a message type without a matching rule or marker.</summary>
    public Verdict Usual => _usual;

    /// <summary>
    /// Allocates only for the first message of a type. With thousands of types, it also allocates for a type's first message in a long time.
    /// </summary>
    public Verdict For(Type message) => message.IsConstructedGenericType && ReferenceEquals(ForAllOf(message.GetGenericTypeDefinition()), _usual)
        ? _usual
        : _verdicts.GetOrAdd(message, static (type, rules) => rules.Decide(type), this);

    // Nearly all types of an actor's messages have equal settings, and then share one verdict.
    private Verdict Decide(Type message)
    {
        Set.HasDecided = true;
        var markers = Markers.Of(message);
        return markers.Count == 0 && !_namesMessage && !Array.Exists(_rulesAboutMessages, rule => rule.MatchesMessage(message))
            ? _usual
            : Decide(message, markers);
    }

    // There can be any number of types of one generic definition. All have the attributes, base classes and interfaces of the definition. Returns the
    // usual verdict if the definition is enough to know it for all of them.
    private Verdict ForAllOf(Type definition) => _verdicts.GetOrAdd(
        definition,
        static (definition, rules) => !rules._namesMessage
            && Markers.Of(definition).Count == 0
            && !Array.Exists(rules._rulesAboutMessages, rule => rule.MayMatchMessages(definition)) ? rules._usual : Unknown,
        this);

    // Without a type: the verdict for a type without a matching rule or marker.
    private Verdict Decide(Type? message, IReadOnlyList<IVerdictSource> markers)
    {
        var sources = Sources(message, markers);
        var by = new VerdictSources(
            First(sources, effect => effect.Trace is not null || effect.Ratio is not null),
            First(sources, effect => effect.SpanName is not null),
            First(sources, effect => effect.Measure is not null),
            _actorNameSource,
            First(sources, effect => effect.Relation is not null));

        var spanName = by.SpanName.Effect.SpanName is { } template
            ? SpanNameTemplate.Fill(template, ActorName ?? (_actor is null ? "" : TypeNames.Of(_actor)), message is null ? "" : TypeNames.Of(message))
            : null;
        return new Verdict(
            by.Trace.Effect.Trace ?? AkkaTraceMode.Sampled,
            by.Trace.Effect.Ratio,
            spanName,
            by.Measure.Effect.Measure ?? true,
            ActorName,
            by.Relation.Effect.Relation ?? AkkaSpanRelation.Parent)
        {
            Sources = by,
            Fully = by.Trace.Effect.Fully,
            IsWatched = IsPersistentActor || Kind == AkkaActorKind.Infrastructure,
        };
    }

    private static IVerdictSource First(List<IVerdictSource> sources, Predicate<RuleEffect> decides)
    {
        foreach (var source in sources)
        {
            if (decides(source.Effect))
            {
                return source;
            }
        }

        return OtherSource.Default;
    }

    // In the order of evaluation.
    private List<IVerdictSource> Sources(Type? message, IReadOnlyList<IVerdictSource> markers)
    {
        var sources = new List<IVerdictSource>();
        var matching = Array.FindAll(_rules, rule => rule.MatchesMessage(message));
        foreach (var rule in matching)
        {
            rule.HasMatched = true;
            if (rule.Effect.Fully)
            {
                sources.Add(rule);
            }
        }

        if (_props is not null)
        {
            sources.Add(_props);
        }

        if (_kindEffect is not null)
        {
            sources.Add(_kindEffect);
        }

        sources.AddRange(matching.Where(rule => rule.Order < RuleSet.OrderOfMarkers));
        sources.AddRange(markers);
        sources.AddRange(_actorMarkers);
        sources.AddRange(matching.Where(rule => rule.Order >= RuleSet.OrderOfMarkers));
        return sources;
    }
}
