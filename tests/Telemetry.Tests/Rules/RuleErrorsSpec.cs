using static AkkaInstrumentation.Tests.Rules.RuleMessages;

namespace AkkaInstrumentation.Tests.Rules;

/// <summary>Each wrong value, with the words that help to correct it.</summary>
public class RuleErrorsSpec
{
    private const string Rule = "akka.instrumentation.rules.r";

    private static string ErrorOf(string rules) => Assert.Throws<ConfigurationException>(() => RulesOf(rules)).Message;

    [Theory]
    [InlineData("r { message = A }")]
    [InlineData("r { order = 1 }")]
    [InlineData("r { trace = null }")]
    public void A_rule_without_a_decision_is_wrong(string rule) =>
        Assert.Equal(
            $"akka.instrumentation is not valid: {Rule} decides nothing: set one of trace, ratio, span-name, measure, actor-name, relation, kind, last-messages, attributes.",
            ErrorOf(rule));

    [Fact]
    public void A_value_in_the_place_of_a_rule_is_reported() =>
        Assert.StartsWith($"akka.instrumentation is not valid: {Rule} = never, allowed is a section with path, actor, ",
            ErrorOf("r = never"), StringComparison.Ordinal);

    [Theory]
    [InlineData("akka.instrumentation.rules = off")]
    [InlineData("akka.instrumentation.rules = []")]
    [InlineData("akka.instrumentation.rules = [{ message = A, trace = never }]")]
    public void Rules_without_names_are_reported_with_the_right_form(string hocon) =>
        Assert.StartsWith(
            "akka.instrumentation is not valid: akka.instrumentation.rules is a value, allowed are sections with a name",
            Assert.Throws<ConfigurationException>(() => TestSettings.Read(hocon)).Message,
            StringComparison.Ordinal);

    [Fact]
    public void Without_any_rules_section_there_are_no_rules() => Assert.Empty(TestSettings.Read("akka.instrumentation.rules = null").Rules.Rules);
}
