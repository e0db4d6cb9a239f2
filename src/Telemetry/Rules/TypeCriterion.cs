namespace AkkaInstrumentation;

/// <summary>One key of a rule about types. It matches when any of the type's words matches any of the patterns.</summary>
internal sealed class TypeCriterion
{
    private readonly string _key;
    private readonly IReadOnlyList<string> _patterns;
    private readonly string[]? _wholeNames;
    private readonly Func<Type, bool> _matches;
    private readonly Func<Type, bool> _mayMatch;

    public TypeCriterion(string key, IReadOnlyList<string> patterns)
    {
        _key = key;
        _patterns = patterns;
        _wholeNames = patterns.Any(pattern => pattern.Contains('*', StringComparison.Ordinal) || pattern.Contains(TypeNames.CutMark, StringComparison.Ordinal))
            ? null
            : [.. patterns];
        (_matches, _mayMatch) = key switch
        {
            RuleKeys.Actor or RuleKeys.Message => (HasName, MayHaveName),
            RuleKeys.MessageNamespace => ByDefinition(type => Fits(TypeTexts.Namespaces(type))),
            RuleKeys.MessageAssembly => ByDefinition(type => Fits(TypeTexts.Assembly(type))),
            RuleKeys.MessageImplements => (type => AnyImplemented(type, HasName), type => AnyImplemented(type, MayHaveName)),
            RuleKeys.MessageAttribute => ByDefinition(type => Fits(TypeTexts.Attributes(type))),
            _ => throw new ArgumentOutOfRangeException(nameof(key), key, "not about a type"),
        };

        static (Func<Type, bool> Matches, Func<Type, bool> MayMatch) ByDefinition(Func<Type, bool> matches) => (matches, matches);
    }

    public bool IsAboutActor => _key == RuleKeys.Actor;

    /// <summary>Null means an unknown type, which matches nothing.</summary>
    public bool Matches(Type? type) => type is not null && Ask(_matches, type, otherwise: false);

    /// <summary>For the definition of generic types: whether it may match any of them.</summary>
    public bool MayMatch(Type definition) => Ask(_mayMatch, definition, otherwise: true);

    public string WhyNot(Type? type) => type is null
        ? $"the {(IsAboutActor ? "actor's" : "message's")} type is not known, {RuleText.Of(_key, _patterns)} is asked for"
        : $"{Subject(type)}, {RuleText.Of(_key, _patterns)} is asked for";

    private static bool Ask(Func<Type, bool> question, Type type, bool otherwise)
    {
        try
        {
            return question(type);
        }
        catch (Exception e)
        {
            // The assembly of an attribute or interface cannot be loaded. That must not lose a message.
            TelemetryFault.Report(TelemetryFault.Rules, e);
            return otherwise;
        }
    }

    private static bool AnyImplemented(Type type, Predicate<Type> has)
    {
        for (var current = type; current is not null; current = current.BaseType)
        {
            if (has(current))
            {
                return true;
            }
        }

        return Array.Exists(NamedTypes.InterfacesOf(type), has);
    }

    private bool HasName(Type type) => MayHaveName(type) && (Fits(TypeTexts.Names(type)) || FitsWithAssembly(type));

    // A pattern without an assembly does not see it: *Shop is about names.
    private bool FitsWithAssembly(Type type) =>
        _patterns.Any(pattern => pattern.Contains(", ", StringComparison.Ordinal) && TypeTexts.Names(type).Any(name => Glob.Matches(pattern, $"{name}, {TypeTexts.Assembly(type)}")));

    // Called for each base class and interface of each new type, so it runs before any name is written. A pattern without a star must contain the
    // type's own name.
    private bool MayHaveName(Type type)
    {
        if (_wholeNames is null)
        {
            return true;
        }

        var own = type.Name.AsSpan();
        var tick = own.IndexOf('`');
        own = tick < 0 ? own : own[..tick];
        foreach (var name in _wholeNames)
        {
            if (name.AsSpan().Contains(own, StringComparison.Ordinal))
            {
                return true;
            }
        }

        return false;
    }

    private bool Fits(IEnumerable<string> words) => words.Any(Fits);

    private bool Fits(string word)
    {
        foreach (var pattern in _patterns)
        {
            if (Glob.Matches(pattern, word))
            {
                return true;
            }
        }

        return false;
    }

    private string Subject(Type type) => _key switch
    {
        RuleKeys.MessageNamespace => $"the namespace of {TypeNames.Of(type)} is {type.Namespace ?? "empty"}",
        RuleKeys.MessageAssembly => $"{TypeNames.Of(type)} is in assembly {TypeTexts.Assembly(type)}",
        RuleKeys.MessageImplements => $"{TypeNames.Of(type)} has no such interface or base class",
        RuleKeys.MessageAttribute => $"{TypeNames.Of(type)} has no such attribute",
        _ => $"the {_key} is {TypeNames.Of(type)}",
    };
}
