namespace AkkaInstrumentation.Tests;

/// <summary>Rules that are set in code arrive as they are, in front of those in HOCON.</summary>
public sealed class RulesSpec
{
    private sealed class Order;

    private const string Path = "/user/orders";

    [Fact]
    public async Task Every_property_arrives()
    {
        var rule = new AkkaMessageRule
        {
            Name = "everything",
            Path = ["/user/orders", "/user/**"],
            Actor = ["Order*"],
            Message = ["*Order", "quoted \" and \\ and \n too"],
            MessageNamespace = ["AkkaInstrumentation"],
            MessageAssembly = ["Hosting.Tests"],
            MessageImplements = ["*"],
            MessageAttribute = ["*"],
            Trace = AkkaTraceMode.Sampled,
            Ratio = 0.125,
            SpanName = "a {message}",
            Measure = false,
            Relation = AkkaSpanRelation.Link,
            Order = -3,
            Enabled = true,
        };

        Assert.Equal(
            "rule everything { path = [\"/user/orders\", \"/user/**\"], actor = \"Order*\", message = [\"*Order\", \"quoted \" and \\ and \n too\"], "
            + "message-namespace = \"AkkaInstrumentation\", message-assembly = \"Hosting.Tests\", message-implements = \"*\", message-attribute = \"*\", "
            + "trace = sampled, ratio = 0.125, span-name = \"a {message}\", measure = off, relation = link } (code)",
            (await RulesOf(akka => akka.WithInstrumentation(o => o.Rules.Add(rule)))).Rules[0].Text);
    }

    [Fact]
    public async Task The_first_rule_that_was_added_wins_and_all_win_over_HOCON()
    {
        var rules = await RulesOf(akka => akka
            .AddHocon(Hocon("fromHocon { trace = always, relation = none }"), HoconAddMode.Prepend)
            .WithInstrumentation(o =>
            {
                o.Rules.Add(new AkkaMessageRule { Message = ["*.Order"], Trace = AkkaTraceMode.Never });
                o.Rules.Add(new AkkaMessageRule { Trace = AkkaTraceMode.OnlyInTrace, Measure = false });
            }));
        var verdict = rules.Resolve(Path, null, typeof(Order));

        Assert.Equal((AkkaTraceMode.Never, false, AkkaSpanRelation.None), (verdict.Trace, verdict.Measure, verdict.Relation));
    }

    [Fact]
    public async Task A_later_call_adds_its_rules_in_front()
    {
        var rules = await RulesOf(akka => akka
            .WithInstrumentation(o => o.Rules.Add(new AkkaMessageRule { Trace = AkkaTraceMode.Never, Measure = false }))
            .WithInstrumentation(o => o.Rules.Add(new AkkaMessageRule { Trace = AkkaTraceMode.Always })));
        var verdict = rules.Resolve(Path, null, typeof(Order));

        Assert.Equal((AkkaTraceMode.Always, false), (verdict.Trace, verdict.Measure));
    }

    [Fact]
    public async Task A_rule_with_a_known_name_changes_that_one()
    {
        var rules = await RulesOf(akka => akka
            .AddHocon(Hocon("mine { message = \"*.Order\", trace = never }"), HoconAddMode.Prepend)
            .WithInstrumentation(o => o.Rules.Add(new AkkaMessageRule { Name = "akka-messages", Enabled = false }))
            .WithInstrumentation(o => o.Rules.Add(new AkkaMessageRule { Name = "mine", Ratio = 0.5, Trace = AkkaTraceMode.Sampled })));

        Assert.Equal(
            ["mine", "akka-log-events", "akka-persistence-batches", "akka-auto-received", "akka-instrumentation-questions",
                "akka-instrumentation-actors", "akka-roots", "akka-infrastructure", "akka-delivery-adapters", "akka-persistence-plugins",
                    "akka-entities", "akka-system-actors"], rules.Rules.Select(rule => rule.Name));
        Assert.Equal((AkkaTraceMode.Sampled, 0.5), rules.Resolve(Path, null, typeof(Order)) is var verdict
            ? (verdict.Trace, verdict.Ratio) : default);
    }

    [Fact]
    public async Task A_name_that_cannot_be_a_key_is_reported_at_once()
    {
        var error = await Assert.ThrowsAsync<ConfigurationException>(() => RulesOf(akka => akka.WithInstrumentation(o =>
        {
            o.Rules.Add(new AkkaMessageRule { Name = "a.b", Measure = false });
            o.Rules.Add(new AkkaMessageRule { Name = "", Measure = false });
            o.Rules.Add(null!);
            o.Rules.Add(new AkkaMessageRule { Name = "twice", Measure = false });
            o.Rules.Add(new AkkaMessageRule { Name = "twice", Measure = false });
        })));

        Assert.Equal(
            "AkkaInstrumentationOptions is not valid: Rules[0].Name = a.b, allowed are letters, digits, - and _; "
            + "Rules[1].Name = , allowed are letters, digits, - and _; Rules[2] is null; Rules[4].Name = twice is the name of another rule too.",
            error.Message);
    }

    [Fact]
    public async Task The_filter_arrives()
    {
        await using var host = await TestHost.StartWithoutSdk(akka =>
            akka.WithInstrumentation(o => o.Tracing.Filter = (message, inTrace) => inTrace && message.Message is Order));

        Assert.True(host.Settings.Filter!.Allows(new(new Order(), null, null!, 0, 0), alreadyInTrace: true));
        Assert.False(host.Settings.Filter.Allows(new(new Order(), null, null!, 0, 0), alreadyInTrace: false));
    }

    private static async Task<RuleSet> RulesOf(Action<AkkaConfigurationBuilder> configure)
    {
        await using var host = await TestHost.StartWithoutSdk(configure);
        return host.Settings.Rules;
    }

    private static Config Hocon(string rules) => ConfigurationFactory.ParseString($"akka.instrumentation.rules {{\n{rules}\n}}");
}
