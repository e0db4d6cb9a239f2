using System.Collections.Concurrent;

namespace AkkaInstrumentation;

/// <summary>
/// The rules that are about one actor: those whose path and actor type fit, in their order. Shared by all actors of a type
/// that the same rules fit; a mailbox asks for it once and keeps it. Any thread.
/// </summary>
internal sealed class ActorRules
{
    // Of a generic definition: its types have to be asked one by one.
    private static readonly Verdict Unknown = new(TraceMode.Sampled, null, null, true, null, SpanRelation.Parent)
    {
        Sources = new(OtherSource.Default, OtherSource.Default, OtherSource.Default, OtherSource.Default, OtherSource.Default),
    };

    // Filled while messages arrive. The kinds are those of message types that metrics tell apart, which are capped.
    private readonly TypeCache<Verdict> _verdicts = new();
    private readonly TypeCache<MessageKind> _wrappers = new();
    private readonly ConcurrentDictionary<(ActorTypeInfo Actor, object Key), MessageKind> _kinds = new();
    private readonly Rule[] _rules;
    private readonly Rule[] _rulesAboutMessages;
    private readonly IReadOnlyList<IVerdictSource> _actorMarkers;
    private readonly Type? _actor;
    private readonly OtherSource? _props;
    private readonly IVerdictSource _actorNameSource;
    private readonly Verdict _usual;
    private readonly bool _namesMessage;

    public ActorRules(RuleSet set, IEnumerable<Rule> rules, Type? actor, Treatment? props)
    {
        Set = set;
        Props = props;
        _rules = [.. rules];
        _rulesAboutMessages = [.. _rules.Where(rule => rule.AsksForMessage)];
        _actor = actor;
        _actorMarkers = Markers.Of(actor);
        _props = props is null ? null : OtherSource.Props(props);
        _actorNameSource = Sources(message: null, []).FirstOrDefault(source => source.Says.ActorName is not null) ?? OtherSource.Default;
        ActorName = _actorNameSource.Says.ActorName;
        _usual = Decide(message: null, []);
        _namesMessage = _usual.Sources.SpanName.Says.SpanName?.Contains(SpanNameTemplate.Message, StringComparison.Ordinal) == true;
    }

    /// <summary>The rules that these are taken from: no others, as long as nobody changes them at run time.</summary>
    public RuleSet Set { get; }

    /// <summary>What the actors' Props say.</summary>
    public Treatment? Props { get; }

    /// <summary>The actors' type, null when it is not known.</summary>
    public Type? Actor => _actor;

    /// <summary>The name that the actor's type is shown by, null for its own. The same for all messages.</summary>
    public string? ActorName { get; }

    /// <summary>Allocates for the first message of a type only, and for the first in a long time where there are thousands of types.</summary>
    public Verdict For(Type message) => message.IsConstructedGenericType && ReferenceEquals(ForAllOf(message.GetGenericTypeDefinition()), _usual)
        ? _usual
        : _verdicts.GetOrAdd(message, static (type, rules) => rules.Decide(type), this);

    /// <summary>What the mailboxes of these actors share about a message type that has a name of its own, or about those that have none.</summary>
    /// <param name="info">What the type is counted under.</param>
    /// <param name="key"><see cref="MessageKind.Key"/>.</param>
    public MessageKind KindOf(MessageTypeInfo info, object key)
    {
        if (info.IsWrapper)
        {
            return _wrappers.GetOrAdd((Type)key, static (type, its) => new MessageKind(type, its.info, its.rules.For(type)), (info, rules: this));
        }

        return _kinds.TryGetValue((info.Actor, key), out var kind)
            ? kind
            : _kinds.GetOrAdd((info.Actor, key), new MessageKind(key, info, key is Type message ? For(message) : _usual));
    }

    /// <summary>What other rules said about a message type, said by these.</summary>
    public MessageKind Anew(MessageKind kind) => KindOf(kind.Info, kind.Key);

    // Nearly all types of an actor's messages are treated alike, and then share one verdict.
    private Verdict Decide(Type message)
    {
        Set.HasDecided = true;
        var markers = Markers.Of(message);
        return markers.Count == 0 && !_namesMessage && !Array.Exists(_rulesAboutMessages, rule => rule.MatchesMessage(message))
            ? _usual
            : Decide(message, markers);
    }

    // Of a generic type there can be any number, all with the attributes, base classes and interfaces of their definition: the usual verdict if that is
    // enough to know it of all of them.
    private Verdict ForAllOf(Type definition) => _verdicts.GetOrAdd(
        definition,
        static (definition, rules) => !rules._namesMessage
            && Markers.Of(definition).Count == 0
            && !Array.Exists(rules._rulesAboutMessages, rule => rule.MayMatchMessages(definition)) ? rules._usual : Unknown,
        this);

    // Of no type: what holds for one that no rule and no marker is about.
    private Verdict Decide(Type? message, IReadOnlyList<IVerdictSource> markers)
    {
        var sources = Sources(message, markers).ToList();
        var by = new VerdictSources(
            First(says => says.Trace is not null || says.Ratio is not null),
            First(says => says.SpanName is not null),
            First(says => says.Measure is not null),
            _actorNameSource,
            First(says => says.Relation is not null));

        var spanName = by.SpanName.Says.SpanName is { } template
            ? SpanNameTemplate.Fill(template, ActorName ?? (_actor is null ? "" : TypeNames.Of(_actor)), message is null ? "" : TypeNames.Of(message))
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
    private IEnumerable<IVerdictSource> Sources(Type? message, IReadOnlyList<IVerdictSource> markers)
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

        foreach (var marker in markers.Concat(_actorMarkers))
        {
            yield return marker;
        }

        foreach (var rule in matching.Where(rule => rule.Order >= RuleSet.OrderOfMarkers))
        {
            yield return rule;
        }
    }
}
