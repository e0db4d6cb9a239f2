namespace AkkaInstrumentation;

/// <summary>One rule: the actors and messages it applies to, its settings, and where it was written. Immutable.</summary>
internal sealed class Rule(string name, string origin, int order, RuleEffect effect, IReadOnlyList<RuleCriterion> criteria)
    : VerdictSource($"rule {name} {{ {string.Join(", ", criteria.Select(key => key.Text).Concat(effect.Lines()))} }} ({origin})", effect)
{
    private readonly RuleCriterion? _path = criteria.FirstOrDefault(key => key.Key == RuleKeys.Path);
    private readonly PathPattern[] _paths = [.. criteria.Where(key => key.Key == RuleKeys.Path).SelectMany(key => key.Patterns).Select(path => new PathPattern(path))];
    private readonly RuleCriterion[] _types = [.. criteria.Where(key => key.Key != RuleKeys.Path)];
    private volatile bool _hasMatched;

    public string Name { get; } = name;

    /// <summary>Where it was written: code, HOCON or reference.conf.</summary>
    public string Origin { get; } = origin;

    public int Order { get; } = order;

    /// <summary>
    /// Whether it has matched an actor and, if it has criteria for messages, a message. Any thread; changes only from false to true.
    /// </summary>
    public bool HasMatched
    {
        get => _hasMatched;
        set => _hasMatched |= value;
    }

    /// <summary>Whether it is part of this library.</summary>
    public bool IsShipped { get; init; }

    /// <summary>Neither part of this library nor a full trace.</summary>
    public bool IsUsers => !IsShipped && !Effect.Fully;

    public bool HasNoPattern { get; } = criteria.Count == 0;

    /// <summary>Whether the rule can distinguish two actors of one type.</summary>
    public bool AsksForPath => _path is not null;

    /// <summary>Allocates nothing: called for each actor.</summary>
    public bool MatchesPath(string path)
    {
        foreach (var pattern in _paths)
        {
            if (pattern.Matches(path))
            {
                return true;
            }
        }

        return _path is null;
    }

    public bool MatchesActor(Type? actor) => Array.TrueForAll(_types, type => type.Key != RuleKeys.Actor || type.Matches(actor));

    public bool MatchesMessage(Type? message) => Array.TrueForAll(_types, type => type.Key == RuleKeys.Actor || type.Matches(message));

    /// <summary>Null when it matches; else the reason why not.</summary>
    public string? MismatchOf(string path, Type? actor, Type? message) => MatchesPath(path)
        ? _types.Select(type => (Criterion: type, Of: type.Key == RuleKeys.Actor ? actor : message)).FirstOrDefault(type => !type.Criterion.Matches(type.Of)) is { Criterion: { } failed } its
            ? failed.MismatchOf(its.Of)
            : null
        : $"the path is {path}, {_path!.Text} is asked for";
}
