namespace AkkaInstrumentation;

/// <summary>One key of a rule that is about a type: matches when any of the type's words fits any of the patterns.</summary>
internal sealed class TypeCriterion
{
    private readonly string _key;
    private readonly IReadOnlyList<string> _patterns;
    private readonly Func<Type, IEnumerable<string>> _wordsOf;

    public TypeCriterion(string key, IReadOnlyList<string> patterns)
    {
        _key = key;
        _patterns = patterns;
        _wordsOf = key switch
        {
            RuleKeys.Actor or RuleKeys.Message => TypeTexts.Names,
            RuleKeys.MessageNamespace => TypeTexts.Namespaces,
            RuleKeys.MessageAssembly => TypeTexts.Assemblies,
            RuleKeys.MessageImplements => TypeTexts.Implemented,
            RuleKeys.MessageAttribute => TypeTexts.Attributes,
            _ => throw new ArgumentOutOfRangeException(nameof(key), key, "not about a type"),
        };
    }

    public bool IsAboutActor => _key == RuleKeys.Actor;

    /// <summary>Null: nobody knows the type, and an unknown type matches nothing.</summary>
    public bool Matches(Type? type)
    {
        try
        {
            return type is not null && _wordsOf(type).Any(word => _patterns.Any(pattern => Glob.Matches(pattern, word)));
        }
        catch (Exception e)
        {
            // an attribute or interface in an assembly that cannot be loaded: no reason to lose a message
            TelemetryFault.Report(TelemetryFault.Rule, e);
            return false;
        }
    }

    public string WhyNot(Type? type) => type is null
        ? $"the {(IsAboutActor ? "actor's" : "message's")} type is not known, {RuleText.Of(_key, _patterns)} is asked for"
        : $"{Subject(type)}, {RuleText.Of(_key, _patterns)} is asked for";

    private string Subject(Type type) => _key switch
    {
        RuleKeys.MessageNamespace => $"the namespace of {TypeNames.Of(type)} is {type.Namespace ?? "empty"}",
        RuleKeys.MessageAssembly => $"{TypeNames.Of(type)} is in assembly {type.Assembly.GetName().Name}",
        RuleKeys.MessageImplements => $"{TypeNames.Of(type)} has no such interface or base class",
        RuleKeys.MessageAttribute => $"{TypeNames.Of(type)} has no such attribute",
        _ => $"the {_key} is {TypeNames.Of(type)}",
    };
}
