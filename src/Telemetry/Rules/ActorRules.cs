using System.Collections.Concurrent;

namespace AkkaInstrumentation;

/// <summary>
/// The rules that are about one actor: those whose path and actor type fit, in their order. Shared by all actors of a type
/// that the same rules fit; a mailbox asks for it once and keeps it. Any thread.
/// </summary>
internal sealed class ActorRules
{
    // filled while messages arrive, once for each type: bounded by the number of types
    private readonly ConcurrentDictionary<Type, Verdict> _verdicts = new();
    private readonly ConcurrentDictionary<(ActorTypeInfo Actor, Type Message), MessageKind> _kinds = new();
    private readonly Rule[] _rules;
    private readonly Type? _actor;
    private readonly OtherSource? _props;
    private readonly IVerdictSource _actorNameSource;

    public ActorRules(RuleSet set, IEnumerable<Rule> rules, Type? actor, Treatment? props)
    {
        Set = set;
        Props = props;
        _rules = [.. rules];
        _actor = actor;
        _props = props is null ? null : OtherSource.Props(props);
        _actorNameSource = Sources(message: null).FirstOrDefault(source => source.Says.ActorName is not null) ?? OtherSource.Default;
        ActorName = _actorNameSource.Says.ActorName;
    }

    /// <summary>The rules that these are taken from: no others, as long as nobody changes them at run time.</summary>
    public RuleSet Set { get; }

    /// <summary>What the actors' Props say.</summary>
    public Treatment? Props { get; }

    /// <summary>The actors' type, null when it is not known.</summary>
    public Type? Actor => _actor;

    /// <summary>The name that the actor's type is shown by, null for its own. The same for all messages.</summary>
    public string? ActorName { get; }

    /// <summary>Allocates for the first message of a type only.</summary>
    public Verdict For(Type message) =>
        _verdicts.TryGetValue(message, out var verdict)
            ? verdict
            : _verdicts.GetOrAdd(message, static (type, rules) => rules.Decide(type), this);

    /// <summary>What the mailboxes of these actors share about a message type that has a name of its own, or about those that have none.</summary>
    public MessageKind KindOf(MessageTypeInfo info, Type message) =>
        _kinds.TryGetValue((info.Actor, message), out var kind)
            ? kind
            : _kinds.GetOrAdd((info.Actor, message), new MessageKind(message, info, For(message)));

    /// <summary>What other rules said about a message type, said by these.</summary>
    public MessageKind Anew(MessageKind kind) =>
        kind.IsWrapper ? new MessageKind(kind.Type, kind.Info, For(kind.Type)) : KindOf(kind.Info, kind.Type);

    private Verdict Decide(Type message)
    {
        Set.HasDecided = true;
        var sources = Sources(message).ToList();
        var by = new VerdictSources(
            First(says => says.Trace is not null || says.Ratio is not null),
            First(says => says.SpanName is not null),
            First(says => says.Measure is not null),
            _actorNameSource,
            First(says => says.Relation is not null));

        var spanName = by.SpanName.Says.SpanName is { } template
            ? SpanNameTemplate.Fill(template, ActorName ?? (_actor is null ? "" : TypeNames.Of(_actor)), TypeNames.Of(message))
            : null;
        return new Verdict(
            by.Trace.Says.Trace ?? TraceMode.Sampled,
            by.Trace.Says.Ratio,
            spanName,
            by.Measure.Says.Measure ?? true,
            ActorName,
            by.Relation.Says.Relation ?? SpanRelation.Parent)
        {
            Sources = by,
            Fully = by.Trace.Says.Fully,
        };

        IVerdictSource First(Predicate<Treatment> speaks) => sources.Find(source => speaks(source.Says)) ?? OtherSource.Default;
    }

    // in the order in which they are asked
    private IEnumerable<IVerdictSource> Sources(Type? message)
    {
        var matching = _rules.Where(rule => rule.MatchesMessage(message)).ToList();
        matching.ForEach(rule => rule.HasMatched = true);
        foreach (var rule in matching.Where(rule => rule.Says.Fully))
        {
            yield return rule;
        }

        if (_props is not null)
        {
            yield return _props;
        }

        foreach (var rule in matching.Where(rule => rule.Order < RuleSet.OrderOfMarkers))
        {
            yield return rule;
        }

        foreach (var marker in Markers.Of(_actor, message))
        {
            yield return marker;
        }

        foreach (var rule in matching.Where(rule => rule.Order >= RuleSet.OrderOfMarkers))
        {
            yield return rule;
        }
    }
}
