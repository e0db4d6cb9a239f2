namespace AkkaInstrumentation;

/// <summary>One key of a rule that says where the rule applies, and its patterns. At least one pattern must match.</summary>
internal sealed record RuleCriterion(string Key, IReadOnlyList<string> Patterns);
