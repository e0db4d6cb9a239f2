using static AkkaInstrumentation.Tests.Rules.RuleMessages;

namespace AkkaInstrumentation.Tests.Rules;

/// <summary>Each wrong value, with the words that help to correct it.</summary>
public class RuleErrorsSpec
{
    private const string Rule = "akka.instrumentation.rules.r";

    private static string ErrorOf(string rules) => Assert.Throws<ConfigurationException>(() => RulesOf(rules)).Message;

    [Theory]
    [InlineData("trace = [never]", "trace = [never], allowed are sampled, always, only-in-trace, never")]
    [InlineData("trace = { never = on }", "trace = { never = on }, allowed are sampled, always, only-in-trace, never")]
    [InlineData("ratio = 1.5", "ratio = 1.5, allowed are numbers from 0 to 1")]
    [InlineData("ratio = NaN", "ratio = NaN, allowed are numbers from 0 to 1")]
    [InlineData("ratio = \"0,5\"", "ratio = 0,5, allowed are numbers from 0 to 1")]
    [InlineData("span-name = \"\"", "span-name = \"\", allowed are text with the placeholders {actor} and {message}")]
    [InlineData("span-name = \"a { b\"", "span-name = a { b, allowed are text with the placeholders {actor} and {message}")]
    [InlineData("measure = []", "measure = [], allowed are on and off")]
    [InlineData("actor-name = \" \"", "actor-name = \"\", allowed are text")]
    [InlineData("actor-name = [a]", "actor-name = [a], allowed are text")]
    [InlineData("record = -1", "record = -1, allowed are whole numbers from 0 to 1024")]
    [InlineData("record = 1025", "record = 1025, allowed are whole numbers from 0 to 1024")]
    [InlineData("order = 99999999999, trace = never", "order = 99999999999, allowed are whole numbers")]
    [InlineData("path = \"\", trace = never", "path = \"\", allowed are a pattern and a list of patterns")]
    [InlineData("path = null, trace = never", "path = null, allowed are a pattern and a list of patterns; everything is \"/**\"")]
    [InlineData("actor = null, trace = never", "actor = null, allowed are a pattern and a list of patterns; everything is \"*\"")]
    [InlineData("message = null, path = \"/user/**\", trace = never",
        "message = null, allowed are a pattern and a list of patterns; everything is \"*\"")]
    [InlineData("path = /orders, trace = never",
        "path = /orders, allowed are paths that begin with /user, /system, /temp, /deadLetters, /remote or a pattern")]
    [InlineData("path = /, trace = never", "path = /, allowed are paths such as /user/orders/* and /user/orders/**")]
    [InlineData("path = [/user/a, \"/user//b\"], trace = never", "path = /user//b, allowed are paths without an empty segment")]
    [InlineData("path = \"/user/a**\", trace = never", "path = /user/a**, allowed is ** as a whole segment only")]
    [InlineData("actor = [], trace = never", "actor = [], allowed are a pattern and a list of patterns")]
    [InlineData("message = [[A]], trace = never", "message = [[A]], allowed are a pattern and a list of patterns")]
    [InlineData("message = { a = b }, trace = never", "message = { a = b }, allowed are a pattern and a list of patterns")]
    [InlineData("message-namespace = \" \", trace = never", "message-namespace = \"\", allowed are a pattern and a list of patterns")]
    [InlineData("message-assembly = [A, \"\"], trace = never", "message-assembly = [A, \"\"], allowed are a pattern and a list of patterns")]
    [InlineData("trase = never, measure = off", "trase is unknown, the nearest known key is akka.instrumentation.rules.r.trace")]
    [InlineData("message-implement = A, trace = never",
        "message-implement is unknown, the nearest known key is akka.instrumentation.rules.r.message-implements")]
    [InlineData("ratio = 0.5, trace = always", "ratio has no meaning with trace = always, only with sampled")]
    [InlineData("message = \"System.Uri, System.Private.Uri\", attributes { host = Hots }",
        "attributes.\"host\" = Hots, System.Uri, System.Private.Uri has no such public property or field, the nearest is Host")]
    [InlineData("record = 8, message = A", "record is about an actor and has no meaning with message, only with path and actor")]
    [InlineData("actor-name = a, message = A",
        "actor-name names an actor for all its messages and has no meaning with message, only with path and actor")]
    public void A_wrong_value_is_reported_with_its_path_and_what_is_allowed(string keys, string problem) =>
        Assert.Equal($"akka.instrumentation is not valid: {Rule}.{problem}.", ErrorOf($"r {{ {keys} }}"));

    [Theory]
    [InlineData("r { message = A }")]
    [InlineData("r { order = 1 }")]
    [InlineData("r { trace = null }")]
    public void A_rule_without_a_decision_is_wrong(string rule) =>
        Assert.Equal(
            $"akka.instrumentation is not valid: {Rule} decides nothing: set one of trace, ratio, span-name, measure, actor-name, relation, kind, record, attributes.",
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
