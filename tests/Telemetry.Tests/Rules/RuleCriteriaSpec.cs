using static AkkaInstrumentation.Tests.Rules.RuleMessages;

namespace AkkaInstrumentation.Tests.Rules;

/// <summary>Each key that a rule can ask for, with what fits it and what does not.</summary>
public class RuleCriteriaSpec
{
    private static bool Matches(string criteria, Type message, Type? actor = null, string path = "/user/orders") =>
        VerdictOf($"r {{ {criteria}, measure = off }}", message, actor, path).Measure == false;

    [Theory]
    [InlineData("path = /user/orders", "/user/orders", true)]
    [InlineData("path = /user/orders", "/user/carts", false)]
    [InlineData("path = \"/user/orders/*\"", "/user/orders/1", true)]
    [InlineData("path = \"/user/orders/**\"", "/user/orders/1/2", true)]
    [InlineData("path = [/user/carts, /user/orders]", "/user/orders", true)]
    public void By_path(string criteria, string path, bool matches) => Assert.Equal(matches, Matches(criteria, typeof(Heartbeat), path: path));

    [Theory]
    [InlineData("actor = OrderActor", true)]
    [InlineData("actor = RuleMessages.OrderActor", true)]
    [InlineData("actor = AkkaInstrumentation.Tests.Rules.RuleMessages.OrderActor", true)]
    [InlineData("actor = AkkaInstrumentation.Tests.Rules.RuleMessages+OrderActor", true)]
    [InlineData("actor = \"Order*\"", true)]
    [InlineData("actor = [CartActor, OrderActor]", true)]
    [InlineData("actor = \"OrderActor, Telemetry.Tests\"", true)]
    [InlineData("actor = \"AkkaInstrumentation.Tests.*, Telemetry.Tests\"", true)]
    [InlineData("actor = \"AkkaInstrumentation.Tests.*, Other.Tests\"", false)]
    [InlineData("actor = \"*.Tests\"", false)]
    [InlineData("actor = orderactor", false)]
    [InlineData("actor = Rules.RuleMessages.OrderActor", false)]
    public void By_actor_type(string criteria, bool matches) => Assert.Equal(matches, Matches(criteria, typeof(PlaceOrder), typeof(OrderActor)));

    [Theory]
    [InlineData("message = PlaceOrder", typeof(PlaceOrder), true)]
    [InlineData("message = PlaceOrder", typeof(Heartbeat), false)]
    [InlineData("message = [PlaceOrder, \"Heart*\"]", typeof(Heartbeat), true)]
    [InlineData("message = \"Batch<String>\"", typeof(Batch<string>), true)]
    [InlineData("message = \"Batch<String>\"", typeof(Batch<int>), false)]
    [InlineData("message = \"Batch<*>\"", typeof(Batch<List<int>>), true)]
    [InlineData("message = \"*.RuleMessages+Batch`1\"", typeof(Batch<int>), true)]
    [InlineData("message = OrderActor", typeof(PlaceOrder), false)]
    public void By_message_type(string criteria, Type message, bool matches) => Assert.Equal(matches, Matches(criteria, message));

    [Theory]
    [InlineData("AkkaInstrumentation.Tests.Rules", true)]
    [InlineData("AkkaInstrumentation.Tests", true)]
    [InlineData("\"*.Tests\"", true)]
    [InlineData("AkkaInstrumentation.Te", false)]
    [InlineData("Tests.Rules", false)]
    public void By_namespace_of_the_message_or_one_around_it(string pattern, bool matches) =>
        Assert.Equal(matches, Matches($"message-namespace = {pattern}", typeof(PlaceOrder)));

    [Theory]
    [InlineData("Telemetry.Tests", true)]
    [InlineData("\"Telemetry.*\"", true)]
    [InlineData("Telemetry", false)]
    public void By_assembly_of_the_message(string pattern, bool matches) =>
        Assert.Equal(matches, Matches($"message-assembly = {pattern}", typeof(PlaceOrder)));

    [Theory]
    [InlineData("ICommand", typeof(PlaceOrder), true)]
    [InlineData("\"ICommand<*>\"", typeof(PlaceOrder), true)]
    [InlineData("OrderMessage", typeof(PlaceOrder), true)]
    [InlineData("ICommand", typeof(Heartbeat), false)]
    [InlineData("Akka.Event.LogEvent", typeof(Error), true)]
    public void By_interface_or_base_class_of_the_message(string pattern, Type message, bool matches) =>
        Assert.Equal(matches, Matches($"message-implements = {pattern}", message));

    [Theory]
    [InlineData("Quiet", typeof(Ping), true)]
    [InlineData("AkkaInstrumentation.Tests.Rules.RuleMessages.Quiet", typeof(Ping), true)]
    [InlineData("Quiet", typeof(DerivedPing), true)]
    [InlineData("Loud", typeof(Ping), true)]
    [InlineData("Loud", typeof(DerivedPing), false)]
    [InlineData("NeverTrace", typeof(ByInterface), true)]
    [InlineData("Quiet", typeof(Heartbeat), false)]
    public void By_attribute_on_the_message(string pattern, Type message, bool matches) =>
        Assert.Equal(matches, Matches($"message-attribute = {pattern}", message));

    [Fact]
    public void All_keys_of_a_rule_must_fit()
    {
        const string Criteria = "path = \"/user/orders/*\", actor = OrderActor, message = PlaceOrder, message-namespace = AkkaInstrumentation";

        Assert.True(Matches(Criteria, typeof(PlaceOrder), typeof(OrderActor), "/user/orders/1"));
        Assert.False(Matches(Criteria, typeof(PlaceOrder), typeof(OrderActor), "/user/carts/1"));
        Assert.False(Matches(Criteria, typeof(PlaceOrder), typeof(CartActor), "/user/orders/1"));
        Assert.False(Matches(Criteria, typeof(Heartbeat), typeof(OrderActor), "/user/orders/1"));
        Assert.False(Matches(Criteria.Replace("namespace = Akka", "namespace = Other", StringComparison.Ordinal),
            typeof(PlaceOrder), typeof(OrderActor), "/user/orders/1"));
    }

    [Fact]
    public void A_rule_that_asks_for_nothing_is_about_everything() => Assert.False(VerdictOf("r { measure = off }").Measure);

    [Fact]
    public void An_unknown_actor_type_fits_no_rule_about_actor_types() =>
        Assert.True(RulesOf("r { actor = \"*\", measure = off }").Resolve("/user/orders", null, typeof(PlaceOrder)).Measure);
}
