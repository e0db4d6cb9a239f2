using static AkkaInstrumentation.Tests.Rules.RuleMessages;

namespace AkkaInstrumentation.Tests.Rules;

/// <summary>Each thing that a rule can set arrives in the verdict and changes nothing else.</summary>
public class RuleTreatmentSpec
{
    private static readonly (AkkaTraceMode, double?, string?, bool, string?, AkkaSpanRelation) Usual =
        (AkkaTraceMode.Sampled, null, null, true, null, AkkaSpanRelation.Parent);

    private static (AkkaTraceMode Trace, double? Ratio, string? SpanName, bool Measure, string? ActorName, AkkaSpanRelation Relation) Verdict(string settings)
    {
        var verdict = VerdictOf($"r {{ path = \"/user/*\", {settings} }}");
        return (verdict.Trace, verdict.Ratio, verdict.SpanName, verdict.Measure, verdict.ActorName, verdict.Relation);
    }

    [Theory]
    [InlineData("r { path = \"/user/a\", record = 8 }", 8)]
    [InlineData("r { path = \"/user/b\", record = 8 }", 0)]
    [InlineData("a { actor = OrderActor, record = 2 }\n b { path = \"/user/**\", record = 8 }", 2)]
    [InlineData("a { path = \"/user/a\", record = 0 }\n b { path = \"/user/**\", record = 8 }", 0)]
    [InlineData("a { path = \"/user/a\", trace = never }\n b { path = \"/user/**\", record = 8 }", 8)]
    public void Record_is_decided_by_the_first_rule_about_the_actor(string rules, int record) =>
        Assert.Equal(record, RulesOf(rules).For("/user/a", typeof(OrderActor)).Record);

    [Fact]
    public void Without_a_rule_everything_is_as_usual()
    {
        var verdict = VerdictOf("");

        Assert.Equal(Usual, (verdict.Trace, verdict.Ratio, verdict.SpanName, verdict.Measure, verdict.ActorName, verdict.Relation));
        Assert.All(
            new[] { verdict.Sources.Trace, verdict.Sources.SpanName, verdict.Sources.Measure, verdict.Sources.ActorName, verdict.Sources.Relation },
            source => Assert.Equal("default", source.Text));
    }

    [Theory]
    [InlineData("never", AkkaTraceMode.Never)]
    [InlineData("only-in-trace", AkkaTraceMode.OnlyInTrace)]
    [InlineData("sampled", AkkaTraceMode.Sampled)]
    [InlineData("always", AkkaTraceMode.Always)]
    public void Trace(string word, AkkaTraceMode mode) =>
        Assert.Equal((mode, null, null, true, null, AkkaSpanRelation.Parent), Verdict($"trace = {word}"));

    [Theory]
    [InlineData("0", 0)]
    [InlineData("0.25", 0.25)]
    [InlineData("1", 1)]
    [InlineData("1e-3", 0.001)]
    public void Ratio(string ratio, double expected) =>
        Assert.Equal((AkkaTraceMode.Sampled, expected, null, true, null, AkkaSpanRelation.Parent), Verdict($"ratio = {ratio}"));

    [Theory]
    [InlineData("work", "work")]
    [InlineData("{actor}", "RuleMessages.OrderActor")]
    [InlineData("{message}", "RuleMessages.PlaceOrder")]
    [InlineData("{message} at {actor}, {message}", "RuleMessages.PlaceOrder at RuleMessages.OrderActor, RuleMessages.PlaceOrder")]
    [Trait("changes", "rules.span-name")]
    public void Span_name(string template, string name) =>
        Assert.Equal((AkkaTraceMode.Sampled, null, name, true, null, AkkaSpanRelation.Parent), Verdict($"span-name = \"{template}\""));

    [Fact]
    public void Measure() => Assert.Equal((AkkaTraceMode.Sampled, null, null, false, null, AkkaSpanRelation.Parent), Verdict("measure = off"));

    [Fact]
    public void Actor_name()
    {
        Assert.Equal((AkkaTraceMode.Sampled, null, null, true, "orders", AkkaSpanRelation.Parent), Verdict("actor-name = orders"));
        Assert.Equal("orders", RulesOf("r { actor = OrderActor, actor-name = orders }").For("/user/a", typeof(OrderActor)).ActorName);
        Assert.Null(RulesOf("r { actor = OrderActor, actor-name = orders }").For("/user/a", typeof(CartActor)).ActorName);
    }

    [Theory]
    [InlineData("parent", AkkaSpanRelation.Parent)]
    [InlineData("link", AkkaSpanRelation.Link)]
    [InlineData("none", AkkaSpanRelation.None)]
    [Trait("changes", "rules.relation")]
    public void Relation(string word, AkkaSpanRelation relation) =>
        Assert.Equal((AkkaTraceMode.Sampled, null, null, true, null, relation), Verdict($"relation = {word}"));

    [Fact]
    [Trait("changes", "rules.enabled")]
    public void Enabled_off_is_as_if_the_rule_were_not_there() =>
        Assert.Equal(Usual, Verdict("trace = never, measure = off, enabled = off"));

    [Fact]
    public void Braces_in_a_types_name_are_not_taken_for_placeholders() =>
        Assert.Equal("{message} M", SpanNameTemplate.Fill("{actor} {message}", "{message}", "M"));
}
