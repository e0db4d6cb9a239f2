namespace AkkaInstrumentation;

/// <summary>Explains why a rule does not match.</summary>
internal static class RuleMismatch
{
    extension(Rule rule)
    {
        /// <summary>Null when it matches; otherwise the reason why it does not.</summary>
        public string? MismatchOf(string path, Type? actor, Type? message) => rule.MatchesPath(path)
            ? rule.Criteria.Where(criterion => criterion.Key != RuleKeys.Path)
                .Select(criterion => (Criterion: criterion, Of: criterion.Key == RuleKeys.Actor ? actor : message))
                .FirstOrDefault(type => !type.Criterion.Matches(type.Of)) is { Criterion: { } failed } its
                ? $"{Subject(failed.Key, its.Of)}, {failed.Text} is asked for"
                : null
            : $"the path is {path}, {rule.Criteria.First(criterion => criterion.Key == RuleKeys.Path).Text} is asked for";
    }

    private static string Subject(string key, Type? type) => key switch
    {
        _ when type is null => $"the {(key == RuleKeys.Actor ? "actor's" : "message's")} type is not known",
        RuleKeys.MessageNamespace => $"the namespace of {TypeNames.Get(type)} is {type.Namespace ?? "empty"}",
        RuleKeys.MessageAssembly => $"{TypeNames.Get(type)} is in assembly {TypeTexts.Assembly(type)}",
        RuleKeys.MessageImplements => $"{TypeNames.Get(type)} has no such interface or base class",
        RuleKeys.MessageAttribute => $"{TypeNames.Get(type)} has no such attribute",
        _ => $"the {key} is {TypeNames.Get(type)}",
    };
}
