namespace AkkaInstrumentation;

/// <summary>One rule: the actors and messages it applies to, its settings, and where it was written. Immutable.</summary>
internal sealed class Rule : IVerdictSource
{
    private readonly PathPattern[] _paths;
    private readonly TypeCriterion[] _actor;
    private readonly TypeCriterion[] _message;
    private readonly IReadOnlyList<RuleCriterion> _criteria;
    private string? _text;
    private volatile bool _hasMatched;

    public Rule(string name, string origin, int order, RuleEffect effect, IReadOnlyList<RuleCriterion> criteria)
    {
        Name = name;
        Origin = origin;
        Order = order;
        Effect = effect;
        _criteria = criteria;

        var types = criteria.Where(key => key.Key != RuleKeys.Path).Select(key => new TypeCriterion(key.Key, key.Patterns)).ToList();
        _actor = [.. types.Where(type => type.IsAboutActor)];
        _message = [.. types.Where(type => !type.IsAboutActor)];
        _paths = [.. (Paths ?? []).Select(path => new PathPattern(path))];
    }

    public string Name { get; }

    /// <summary>Where it was written: code, HOCON or reference.conf.</summary>
    public string Origin { get; }

    public int Order { get; }

    public RuleEffect Effect { get; }

    /// <summary>The rule as HOCON and its origin. Written at the first look: most rules are never shown. Benign race: the texts are equal.</summary>
    public string Text => _text ??=
        $"rule {Name} {{ {string.Join(", ", _criteria.Select(key => RuleText.Of(key.Key, key.Patterns)).Concat(RuleText.Of(Effect)))} }} ({Origin})";

    /// <summary>
    /// Whether it has matched an actor and, if it has criteria for messages, a message. Any thread; changes only from false to true.
    /// </summary>
    public bool HasMatched
    {
        get => _hasMatched;
        set
        {
            // Many threads write it, few read it.
            if (value && !_hasMatched)
            {
                _hasMatched = true;
            }
        }
    }

    /// <summary>Whether it is part of this library.</summary>
    public bool IsShipped { get; init; }

    /// <summary>Neither part of this library nor a full trace.</summary>
    public bool IsUsers => !IsShipped && !Effect.Fully;

    public bool HasNoPattern => _criteria.Count == 0;

    /// <summary>Whether the rule can distinguish two actors of one type.</summary>
    public bool AsksForPath => _paths.Length > 0;

    /// <summary>Whether the rule can distinguish two message types.</summary>
    public bool AsksForMessage => _message.Length > 0;

    public bool MatchesPath(string path)
    {
        foreach (var pattern in _paths)
        {
            if (pattern.Matches(path))
            {
                return true;
            }
        }

        return _paths.Length == 0;
    }

    public bool MatchesActor(Type? actor) => Array.TrueForAll(_actor, criterion => criterion.Matches(actor));

    public bool MatchesMessage(Type? message) => Array.TrueForAll(_message, criterion => criterion.Matches(message));

    /// <summary>Whether it may match a generic type with this definition, as far as the definition shows.</summary>
    public bool MayMatchMessages(Type definition) => Array.TrueForAll(_message, criterion => criterion.MayMatch(definition));

    /// <summary>Null when it matches; else the reason why not.</summary>
    public string? WhyNot(string path, Type? actor, Type? message)
    {
        if (!MatchesPath(path))
        {
            return $"the path is {path}, {RuleText.Of(RuleKeys.Path, Paths ?? [])} is asked for";
        }

        return _actor.FirstOrDefault(criterion => !criterion.Matches(actor))?.WhyNot(actor)
            ?? _message.FirstOrDefault(criterion => !criterion.Matches(message))?.WhyNot(message);
    }

    public override string ToString() => Text;

    private IReadOnlyList<string>? Paths => _criteria.FirstOrDefault(key => key.Key == RuleKeys.Path)?.Patterns;
}
