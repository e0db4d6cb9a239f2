using static AkkaInstrumentation.Tests.Rules.RuleMessages;

namespace AkkaInstrumentation.Tests.Rules;

/// <summary>Which of several words counts.</summary>
public class RuleOrderSpec
{
    private static Config Hocon(string rules) => ConfigurationFactory.ParseString($"akka.instrumentation.rules {{\n{rules}\n}}");

    private static string NamesOf(RuleSet rules) => string.Join(' ', rules.Rules.Select(rule => rule.Name));

    [Fact]
    public void The_first_matching_rule_as_written_wins()
    {
        var verdict = VerdictOf("z { message = \"Place*\", trace = never }\n a { trace = always }");

        Assert.Equal(AkkaTraceMode.Never, verdict.Trace);
        Assert.StartsWith("rule z ", verdict.Sources.Trace.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_rule_decides_only_what_it_sets()
    {
        var verdict = VerdictOf(
            "a { span-name = work }\n b { measure = off }\n c { ratio = 0.5 }\n d { trace = never, relation = link, measure = on }");

        Assert.Equal(("work", false, AkkaTraceMode.Sampled, 0.5, AkkaSpanRelation.Link),
            (verdict.SpanName, verdict.Measure, verdict.Trace, verdict.Ratio, verdict.Relation));
    }

    [Fact]
    public void A_rule_with_the_usual_value_is_an_exception_to_later_ones() =>
        Assert.Equal(AkkaTraceMode.Sampled, VerdictOf("a { message = PlaceOrder, trace = sampled }\n b { trace = never }").Trace);

    [Fact]
    public void A_lower_order_is_asked_earlier() =>
        Assert.Equal(
            "c a b d akka-log-events akka-persistence-batches akka-auto-received akka-instrumentation-questions akka-instrumentation-actors akka-roots akka-messages akka-infrastructure akka-delivery-adapters akka-persistence-plugins akka-entities akka-system-actors",
            NamesOf(
                RulesOf("a { trace = never }\n b { trace = never, order = 0 }\n c { trace = never, order = -1 }\n d { trace = never, order = 7 }")));

    [Fact]
    public void Of_HOCON_the_lower_layer_comes_first_and_a_changed_rule_keeps_its_place()
    {
        var merged = Hocon("new { trace = never }\n b { trace = always }").WithFallback(Hocon("a { trace = never }\n b { trace = never }"));
        var rules = TestSettings.Read(merged).Rules;

        Assert.StartsWith("a b new ", NamesOf(rules), StringComparison.Ordinal);
        Assert.Equal(AkkaTraceMode.Always, rules.Rules[1].Effect.Trace);
    }

    [Theory]
    [InlineData(typeof(Tick))]
    [InlineData(typeof(DerivedTick))]
    public void Attributes_on_a_message_apply_where_no_rule_does(Type message)
    {
        var verdict = VerdictOf("", message);

        Assert.Equal((AkkaTraceMode.Never, false, "tick of RuleMessages.OrderActor"), (verdict.Trace, verdict.Measure, verdict.SpanName));
        Assert.StartsWith("[NeverTrace] on RuleMessages.", verdict.Sources.Trace.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void An_attribute_on_an_interface_counts() => Assert.Equal(AkkaTraceMode.Never, VerdictOf("", typeof(ByInterface)).Trace);

    [Fact]
    public void Attributes_on_an_actor_are_about_all_its_messages_and_give_way_to_the_messages_own()
    {
        Assert.Equal(
            (AkkaTraceMode.Never, "RuleMessages.PlaceOrder!"),
            (VerdictOf("", typeof(PlaceOrder), typeof(MarkedActor)).Trace, VerdictOf("", typeof(PlaceOrder), typeof(MarkedActor)).SpanName));
        Assert.Equal("tick of RuleMessages.MarkedActor", VerdictOf("", typeof(Tick), typeof(MarkedActor)).SpanName);
    }

    [Fact]
    public void Rules_win_over_attributes_unless_their_order_is_behind_them()
    {
        Assert.Equal(AkkaTraceMode.Always, VerdictOf("a { trace = always }", typeof(Tick)).Trace);
        Assert.False(VerdictOf("a { trace = always }", typeof(Tick)).Measure);
        Assert.Equal(AkkaTraceMode.Always, VerdictOf("a { trace = always, order = 499 }", typeof(Tick)).Trace);
        Assert.Equal(AkkaTraceMode.Never, VerdictOf("a { trace = always, order = 500 }", typeof(Tick)).Trace);
    }

    [Fact]
    public void By_default_log_events_have_no_span_and_Akkas_own_messages_begin_no_trace()
    {
        Assert.Equal(AkkaTraceMode.Never, VerdictOf("", typeof(Error)).Trace);
        Assert.Equal(AkkaTraceMode.Never, VerdictOf("", typeof(Akka.Actor.PoisonPill)).Trace);
        Assert.Equal(AkkaTraceMode.OnlyInTrace, VerdictOf("", typeof(Akka.Actor.Terminated)).Trace);
        Assert.Equal(AkkaTraceMode.OnlyInTrace, VerdictOf("", typeof(Akka.Actor.ReceiveTimeout), path: "/system/mine").Trace);
        Assert.Equal(AkkaTraceMode.Sampled, VerdictOf("", typeof(Akka.Actor.ReceiveTimeout)).Trace);
        Assert.Equal(AkkaTraceMode.OnlyInTrace, VerdictOf("", path: "/system/mine").Trace);
        Assert.Equal(AkkaTraceMode.Sampled, VerdictOf("", path: "/user/system").Trace);
    }

    [Fact]
    public void Defaults_give_way_to_rules_and_can_be_changed_and_switched_off()
    {
        Assert.Equal(AkkaTraceMode.Always, VerdictOf("mine { message = Terminated, trace = always }", typeof(Akka.Actor.Terminated)).Trace);
        Assert.Equal(AkkaTraceMode.Never, VerdictOf("akka-messages.trace = never", typeof(Akka.Actor.Terminated)).Trace);
        Assert.Equal(AkkaTraceMode.Sampled, VerdictOf("akka-messages.enabled = off", typeof(Akka.Actor.Terminated)).Trace);
        Assert.Equal(AkkaTraceMode.Sampled, VerdictOf("akka-messages = null", typeof(Akka.Actor.Terminated)).Trace);
    }

    [Fact]
    public void Null_removes_what_a_lower_layer_sets() =>
        Assert.Equal(AkkaTraceMode.Sampled, VerdictOf("akka-messages { trace = null, measure = off }", typeof(Akka.Actor.Terminated)).Trace);

    [Fact]
    public void A_rule_of_a_lower_layer_is_widened_by_a_pattern_that_fits_everything() =>
        Assert.Equal(AkkaTraceMode.Never, VerdictOf("akka-messages { message-assembly = \"*\", trace = never }").Trace);

    [Theory]
    [InlineData("r { path = \"/user/a\", last-messages = 8 }", 8)]
    [InlineData("r { path = \"/user/b\", last-messages = 8 }", 0)]
    [InlineData("a { actor = OrderActor, last-messages = 2 }\n b { path = \"/user/**\", last-messages = 8 }", 2)]
    [InlineData("a { path = \"/user/a\", last-messages = 0 }\n b { path = \"/user/**\", last-messages = 8 }", 0)]
    [InlineData("a { path = \"/user/a\", trace = never }\n b { path = \"/user/**\", last-messages = 8 }", 8)]
    public void Record_is_decided_by_the_first_rule_about_the_actor(string rules, int record) =>
        Assert.Equal(record, RulesOf(rules).For("/user/a", typeof(OrderActor)).LastMessages);

    [Fact]
    public void Enabled_off_is_as_if_the_rule_were_not_there()
    {
        var verdict = VerdictOf("r { trace = never, measure = off, enabled = off }");
        Assert.Equal((AkkaTraceMode.Sampled, true), (verdict.Trace, verdict.Measure));
    }

    [Fact]
    public void Braces_in_a_types_name_are_not_taken_for_placeholders() =>
        Assert.Equal("{message} M", SpanNameTemplate.Fill("{actor} {message}", "{message}", "M"));
}
