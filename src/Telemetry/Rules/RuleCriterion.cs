namespace AkkaInstrumentation;

/// <summary>
/// One key of a rule that limits where the rule applies, and its patterns. A key about types matches when any of the type's words matches any of the
/// patterns. <see cref="PathPattern"/> matches paths. Called once for each type and rule, so it may allocate.
/// </summary>
internal sealed class RuleCriterion(string key, IReadOnlyList<string> patterns)
{
    public string Key => key;

    public IReadOnlyList<string> Patterns => patterns;

    /// <summary>The criterion as HOCON.</summary>
    public string Text => patterns.Count == 1 ? $"{key} = \"{patterns[0]}\"" : $"{key} = [{string.Join(", ", patterns.Select(pattern => $"\"{pattern}\""))}]";

    /// <summary>Null means an unknown type, which matches nothing.</summary>
    // The assembly of an attribute or interface may be missing. That must not lose a message.
    public bool Matches(Type? type) => type is not null && TelemetryFault.GuardValue(TelemetryFault.Rules, type, MatchesCore, false);

    public string MismatchOf(Type? type) => $"{(type is null ? $"the {(key == RuleKeys.Actor ? "actor's" : "message's")} type is not known" : Subject(type))}, {Text} is asked for";

    private bool MatchesCore(Type type) => key switch
    {
        RuleKeys.MessageNamespace => FitsAny(TypeTexts.Namespaces(type)),
        RuleKeys.MessageAssembly => FitsAny([TypeTexts.Assembly(type)]),
        RuleKeys.MessageImplements => TypeTexts.Implemented(type).Any(HasName),
        RuleKeys.MessageAttribute => FitsAny(TypeTexts.Attributes(type)),
        _ => HasName(type),
    };

    // A pattern without an assembly does not see it: *Shop is about names.
    private bool HasName(Type type) => FitsAny(TypeTexts.Names(type))
        || patterns.Any(pattern => pattern.Contains(", ", StringComparison.Ordinal)
            && TypeTexts.Names(type).Any(name => Glob.Matches(pattern, $"{name}, {TypeTexts.Assembly(type)}")));

    private bool FitsAny(IEnumerable<string> words) => words.Any(word => patterns.Any(pattern => Glob.Matches(pattern, word)));

    private string Subject(Type type) => key switch
    {
        RuleKeys.MessageNamespace => $"the namespace of {TypeNames.Get(type)} is {type.Namespace ?? "empty"}",
        RuleKeys.MessageAssembly => $"{TypeNames.Get(type)} is in assembly {TypeTexts.Assembly(type)}",
        RuleKeys.MessageImplements => $"{TypeNames.Get(type)} has no such interface or base class",
        RuleKeys.MessageAttribute => $"{TypeNames.Get(type)} has no such attribute",
        _ => $"the {key} is {TypeNames.Get(type)}",
    };
}
