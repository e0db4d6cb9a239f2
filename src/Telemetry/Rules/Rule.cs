namespace AkkaInstrumentation;

/// <summary>One rule: the actors and messages it applies to, its settings, and where it was written. Immutable.</summary>
internal sealed class Rule(string name, string origin, int order, RuleEffect effect, IReadOnlyList<RuleCriterion> criteria)
    : VerdictSource($"rule {name} {{ {string.Join(", ", criteria.Select(key => key.Text).Concat(effect.Lines()))} }} ({origin})", effect)
{
    private readonly RuleCriterion? _path = criteria.FirstOrDefault(key => key.Key == RuleKeys.Path);
    private readonly PathPattern[] _paths =
        [.. criteria.Where(key => key.Key == RuleKeys.Path).SelectMany(key => key.Patterns).Select(path => new PathPattern(path))];
    private readonly RuleCriterion[] _types = [.. criteria.Where(key => key.Key != RuleKeys.Path)];
    private volatile bool _hasMatched;
    private volatile bool _hasDecided;

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

    /// <summary>
    /// Whether it has decided anything about an actor or message that it matched. If not, earlier rules decide everything that it sets. Any thread;
    /// changes only from false to true.
    /// </summary>
    public bool HasDecided
    {
        get => _hasDecided;
        set => _hasDecided |= value;
    }

    /// <summary>Whether it is part of this library.</summary>
    public bool IsShipped { get; init; }

    /// <summary>Whether it was set at run time, for a limited time. Such rules come before all others.</summary>
    public bool IsTimed { get; init; }

    /// <summary>Whether it is neither part of this library nor for a limited time.</summary>
    public bool IsUsers => !IsShipped && !IsTimed;

    public IReadOnlyList<RuleCriterion> Criteria { get; } = criteria;

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
}

/// <summary>
/// One key of a rule that limits where the rule applies, and its patterns. A key about types matches when any of the type's words matches any of the
/// patterns. <see cref="PathPattern"/> matches paths. Called once for each type and rule, so it may allocate.
/// </summary>
internal sealed class RuleCriterion(string key, IReadOnlyList<string> patterns)
{
    public string Key => key;

    public IReadOnlyList<string> Patterns => patterns;

    /// <summary>The criterion as HOCON.</summary>
    public string Text => patterns.Count == 1
        ? $"{key} = \"{patterns[0]}\"" : $"{key} = [{string.Join(", ", patterns.Select(pattern => $"\"{pattern}\""))}]";

    /// <summary>Null means an unknown type, which matches nothing.</summary>
    // The assembly of an attribute or interface may be missing. That must not lose a message.
    public bool Matches(Type? type) => type is not null && TelemetryFault.GuardValue(TelemetryFault.Rules, type, MatchesCore, false);

    private bool MatchesCore(Type type) => key switch
    {
        RuleKeys.MessageNamespace => FitsAny(TypeTexts.Namespaces(type)),
        RuleKeys.MessageAssembly => FitsAny([TypeTexts.Assembly(type)]),
        RuleKeys.MessageImplements => TypeTexts.Implemented(type).Any(HasName),
        RuleKeys.MessageAttribute => FitsAny(TypeTexts.Attributes(type)),
        _ => HasName(type),
    };

    // A pattern without an assembly is not compared with the assembly: *Shop is about names.
    private bool HasName(Type type) => FitsAny(TypeTexts.Names(type))
        || patterns.Any(pattern => pattern.Contains(", ", StringComparison.Ordinal)
            && TypeTexts.Names(type).Any(name => Glob.Matches(pattern, $"{name}, {TypeTexts.Assembly(type)}")));

    private bool FitsAny(IEnumerable<string> words) => words.Any(word => patterns.Any(pattern => Glob.Matches(pattern, word)));
}
