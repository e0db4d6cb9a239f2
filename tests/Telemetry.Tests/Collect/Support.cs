namespace AkkaInstrumentation.Tests.Collect;

internal static class Support
{
    /// <summary>An actor that no rule is about.</summary>
    public static ActorRules NoRules { get; } = RuleSet.Empty.For("/user/any", actor: null);
}
