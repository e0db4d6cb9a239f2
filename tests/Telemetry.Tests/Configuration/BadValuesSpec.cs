namespace AkkaInstrumentation.Tests.Configuration;

/// <summary>A bad value of each key: the error, at the start and at run time. A key without a row here fails.</summary>
public class BadValuesSpec
{
    private static readonly (string Key, string Value, string Problem)[] Rows =
    [
        ("tracing.enabled", "maybe", "tracing.enabled = maybe, allowed are on and off"),
        ("tracing.sampling.ratio", "1.1", "tracing.sampling.ratio = 1.1, allowed is adaptive or a number from 0 to 1"),
        ("tracing.sampling.ratio", "[1]", "tracing.sampling.ratio = [1], allowed is adaptive or a number from 0 to 1"),
        ("tracing.sampling.ratio", "off", "tracing.sampling.ratio = off, allowed is adaptive or a number from 0 to 1"),
        ("tracing.sampling.budget", "0", "tracing.sampling.budget = 0, allowed is off or a number from 0.1 to 1000000"),
        ("tracing.retroactive.errors", "some", "tracing.retroactive.errors = some, allowed are on and off"),
        ("tracing.retroactive.slow-wait", "9ms", "tracing.retroactive.slow-wait = 9ms, allowed is off or a duration from 10ms to 1h"),
        ("tracing.retroactive.slow-work", "long", "tracing.retroactive.slow-work = long, allowed is off or a duration from 10ms to 1h"),
        ("tracing.retroactive.slow-work", "2h", "tracing.retroactive.slow-work = 2h, allowed is off or a duration from 10ms to 1h"),
        ("tracing.span-name", "\"{who}\"", "tracing.span-name = {who}, allowed is text with the placeholders {actor} and {message}"),
        ("tracing.retroactive.limit", "0", "tracing.retroactive.limit = 0, allowed is a whole number from 1 to 10000"),
        ("tracing.content.enabled", "text", "tracing.content.enabled = text, allowed are on and off"),
        ("tracing.keep", "on", "tracing.keep = on, allowed are off, failed, slow and both"),
        ("tracing.keep-megabytes", "0", "tracing.keep-megabytes = 0, allowed is a whole number from 1 to 1024"),
        ("tracing.keep-for", "999ms", "tracing.keep-for = 999ms, allowed is a duration from 1000ms to 1h"),
        ("tracing.content.max-length", "0", "tracing.content.max-length = 0, allowed is a whole number from 1 to 1000000"),
        ("tracing.exceptions.span-events", "all", "tracing.exceptions.span-events = all, allowed are on and off"),
        ("tracing.max-spans-per-trace", "0", "tracing.max-spans-per-trace = 0, allowed is a whole number from 1 to 1000000"),
        ("tracing.exceptions.max-length", "-1", "tracing.exceptions.max-length = -1, allowed is a whole number from 1 to 1000000"),
        ("tracing.messaging-attributes", "some", "tracing.messaging-attributes = some, allowed are on and off"),
        ("tracing.local-span-kind", "server", "tracing.local-span-kind = server, allowed are internal and consumer"),
        ("tracing.send-spans", "some", "tracing.send-spans = some, allowed are on and off"),
        ("tracing.ask-spans", "some", "tracing.ask-spans = some, allowed are on and off"),
        ("tracing.remote", "on", "tracing.remote = on, allowed are negotiated, always and off"),
        ("metrics.enabled", "[]", "metrics.enabled = "),
        ("tracing.sampling.unsampled-trace-ids", "some", "tracing.sampling.unsampled-trace-ids = some, allowed are when-used and always"),
        ("metrics.distributions", "some", "metrics.distributions = some, allowed are adaptive and all"),
        ("metrics.distributions-rate", "9", "metrics.distributions-rate = 9, allowed is a whole number from 10 to 1000000"),
        ("metrics.max-actor-types", "0", "metrics.max-actor-types = 0, allowed is a whole number from 1 to 100000"),
        ("metrics.max-message-types", "1.5", "metrics.max-message-types = 1.5, allowed is a whole number from 1 to 10000"),
        ("metrics.excluded-attributes", "[\"akka.actor_system.name\"]",
            "metrics.excluded-attributes = akka.actor_system.name, akka.actor_system.name is never left out"),
        ("metrics.excluded-attributes", "[\"akka.message.typ\"]",
            "metrics.excluded-attributes = akka.message.typ, the nearest attribute is akka.message.type, allowed are akka.actor.category, akka.actor.type, "),
        ("metrics.excluded-attributes", "[\"akka.actor.message/akka.message.type\"]",
            "metrics.excluded-attributes = akka.actor.message/akka.message.type, the nearest observable metric is akka.actor.messages"),
        ("metrics.flow", "some", "metrics.flow = some, allowed are on and off"),
        ("metrics.allocations", "some", "metrics.allocations = some, allowed are on and off"),
        ("pressure.enabled", "maybe", "pressure.enabled = maybe, allowed are on and off"),
        ("pressure.growing-for", "99ms", "pressure.growing-for = 99ms, allowed is a duration from 100ms to 1h"),
        ("pressure.growing-for", "[5s]", "pressure.growing-for = [5s], allowed is a duration from 100ms to 1h"),
        ("pressure.growing-for", "-5s", "pressure.growing-for = -5s, allowed is a duration from 100ms to 1h"),
        ("pressure.growing-for", "off", "pressure.growing-for = off, allowed is a duration from 100ms to 1h"),
        ("pressure.min-depth", "many", "pressure.min-depth = many, allowed is a whole number from 1 to 1000000000"),
        ("pressure.reports-per-minute", "0", "pressure.reports-per-minute = 0, allowed is a whole number from 1 to 10000"),
        ("blocking.enabled", "1", "blocking.enabled = 1, allowed are on and off"),
        ("blocking.threshold", "\"\"", "blocking.threshold = \"\", allowed is a duration from 50ms to 1h"),
        ("blocking.threshold", "infinite", "blocking.threshold = infinite, allowed is a duration from 50ms to 1h"),
        ("blocking.reports-per-minute", "1.5", "blocking.reports-per-minute = 1.5, allowed is a whole number from 1 to 10000"),
        ("actor-states", "some", "actor-states = some, allowed are on and off"),
        ("failure-texts", "short", "failure-texts = short, allowed are on and off"),
        ("system-actors", "{ a = b }", "system-actors.a is unknown, the nearest known key is akka.instrumentation.system-actors"),
        ("dispatchers", "mine", "dispatchers = mine, allowed is a list of dispatcher ids, [\"*\"] for all of them"),
        ("dispatchers", "[[a], null]", "dispatchers = "),
        ("rules.r.path", "orders", "rules.r.path = orders, allowed are paths such as /user/orders/* and /user/orders/**"),
        ("rules.r.path", "/orders",
            "rules.r.path = /orders, allowed are paths that begin with /user, /system, /temp, /deadLetters, /remote or a pattern"),
        ("rules.r.path", "[/user/a, \"/user//b\"]", "rules.r.path = /user//b, allowed are paths without an empty segment"),
        ("rules.r.path", "\"/user/a**\"", "rules.r.path = /user/a**, allowed is ** as a whole segment only"),
        ("rules.r.path", "null", "rules.r.path = null, allowed are a pattern and a list of patterns; everything is \"/**\""),
        ("rules.r.actor", "[]", "rules.r.actor = [], allowed are a pattern and a list of patterns"),
        ("rules.r.actor", "null", "rules.r.actor = null, allowed are a pattern and a list of patterns; everything is \"*\""),
        ("rules.r.message", "\" \"", "rules.r.message = \"\", allowed are a pattern and a list of patterns"),
        ("rules.r.message", "{ a = b }", "rules.r.message = { a = b }, allowed are a pattern and a list of patterns"),
        ("rules.r", "{ message = null, path = \"/user/**\", trace = never }",
            "rules.r.message = null, allowed are a pattern and a list of patterns; everything is \"*\""),
        ("rules.r.message-namespace", "[a, \"\"]", "rules.r.message-namespace = [a, \"\"], allowed are a pattern and a list of patterns"),
        ("rules.r.message-assembly", "\"\"", "rules.r.message-assembly = \"\", allowed are a pattern and a list of patterns"),
        ("rules.r.message-implements", "[[a]]", "rules.r.message-implements = [[a]], allowed are a pattern and a list of patterns"),
        ("rules.r.message-attribute", "\"\"", "rules.r.message-attribute"),
        ("rules.r.trace", "sometimes", "rules.r.trace = sometimes, allowed are sampled, always, only-in-trace, never"),
        ("rules.r.trace", "{ never = on }", "rules.r.trace = { never = on }, allowed are sampled, always, only-in-trace, never"),
        ("rules.r.ratio", "-0.1", "rules.r.ratio = -0.1, allowed are numbers from 0 to 1"),
        ("rules.r.ratio", "[1]", "rules.r.ratio = [1], allowed are numbers from 0 to 1"),
        ("rules.r.ratio", "NaN", "rules.r.ratio = NaN, allowed are numbers from 0 to 1"),
        ("rules.r.ratio", "\"0,5\"", "rules.r.ratio = 0,5, allowed are numbers from 0 to 1"),
        ("rules.r", "{ ratio = 0.5, trace = always }", "rules.r.ratio has no meaning with trace = always, only with sampled"),
        ("rules.r.span-name", "\"{who}\"", "rules.r.span-name = {who}, allowed are text with the placeholders {actor} and {message}"),
        ("rules.r.span-name", "\"\"", "rules.r.span-name = \"\", allowed are text with the placeholders {actor} and {message}"),
        ("rules.r.measure", "little", "rules.r.measure = little, allowed are on and off"),
        ("rules.r.last-messages", "1025", "rules.r.last-messages = 1025, allowed are whole numbers from 0 to 1024"),
        ("rules.r.last-messages", "-1", "rules.r.last-messages = -1, allowed are whole numbers from 0 to 1024"),
        ("rules.r", "{ last-messages = 8, message = A }", "rules.r.last-messages is about an actor and has no meaning with message, only with path and actor"),
        ("rules.r.actor-name", "\" \"", "rules.r.actor-name = \"\", allowed are text"),
        ("rules.r.actor-name", "[a]", "rules.r.actor-name = [a], allowed are text"),
        ("rules.r", "{ actor-name = a, message = A }",
            "rules.r.actor-name names an actor for all its messages and has no meaning with message, only with path and actor"),
        ("rules.r.relation", "cousin", "rules.r.relation = cousin, allowed are parent, link, none"),
        ("rules.r.kind", "mine", "rules.r.kind = mine, allowed are user, infrastructure, system"),
        ("rules.r.attributes", "OrderId", "rules.r.attributes = OrderId, allowed is a section, { \"order.id\" = OrderId }"),
        ("rules.r.attributes", "{ order.id = [a] }",
            "rules.r.attributes.\"order.id\" = [a], allowed is the name of a public property or field of the message"),
        ("rules.r.attributes", "{ akka.id = Id }", "rules.r.attributes.\"akka.id\", allowed are names that do not begin with akka."),
        ("rules.r", "{ message = \"System.Uri, System.Private.Uri\", attributes { host = Hots } }",
            "rules.r.attributes.\"host\" = Hots, System.Uri, System.Private.Uri has no such public property or field, the nearest is Host"),
        ("rules.r", "{ message = BadValuesSpec.Order, attributes { order.id = OrdrId } }",
            "rules.r.attributes.\"order.id\" = OrdrId, BadValuesSpec.Order has no such public property or field, the nearest is OrderId"),
        ("rules.r.enabled", "2", "rules.r.enabled = 2, allowed are on and off"),
        ("rules.r.order", "1.5", "rules.r.order = 1.5, allowed are whole numbers"),
        ("rules.r", "{ trase = never, measure = off }", "rules.r.trase is unknown, the nearest known key is akka.instrumentation.rules.r.trace"),
        ("rules.r", "{ message-implement = A, trace = never }",
            "rules.r.message-implement is unknown, the nearest known key is akka.instrumentation.rules.r.message-implements"),
    ];

    private sealed record Order(int OrderId);

    [Fact]
    public void Every_key_has_a_bad_value_here() =>
        Assert.Empty(SettingsTable<InstrumentationSettings>.Keys.Concat(RuleKeys.All.Select(key => $"rules.r.{key}"))
            .Except(Rows.Select(row => row.Key)));

    [Theory]
    [InlineData("BadValuesSpec.*")]
    [InlineData("NotLoaded.Order")]
    public void A_member_that_another_type_of_the_pattern_may_have_is_no_error(string message) => Assert.Contains(
        TestSettings.Read($"akka.instrumentation.rules.r {{ message = \"{message}\", attributes {{ order.id = OrdrId }} }}").Rules.Rules,
        rule => rule.Name == "r");

    [Fact]
    public async Task Each_bad_value_is_reported_at_the_start_and_at_run_time_where_it_changes_nothing()
    {
        await using var system = Systems.WithIds();
        var extension = AkkaInstrumentationExtension.For(system.System);
        var before = extension.Settings;
        Assert.All(Rows, row =>
        {
            var hocon = $"akka.instrumentation.{row.Key} = {row.Value}";
            Action[] ways = [() => TestSettings.Read(hocon), () => extension.Control.Change(hocon)];
            Assert.All(ways, way => Assert.Contains($"akka.instrumentation.{row.Problem}",
                Assert.Throws<ConfigurationException>(way).Message, StringComparison.Ordinal));
        });
        Assert.Same(before, extension.Settings);
    }

    [Theory]
    [InlineData("tracing.content = on", "tracing.content = on, but it is a section: write akka.instrumentation.tracing.content.enabled = on")]
    [InlineData(
        "tracing.sampling = 0.1",
        "tracing.sampling = 0.1, but it is a section: write akka.instrumentation.tracing.sampling { ratio, budget, unsampled-trace-ids }")]
    [InlineData(
        "enabled = off",
        "enabled = off, but there is no switch for everything: set tracing.enabled and metrics.enabled, or leave out WithInstrumentation()")]
    public void A_value_in_the_place_of_a_section_is_one_problem_with_what_to_write(string hocon, string problem) => Assert.Equal(
        $"akka.instrumentation is not valid: akka.instrumentation.{problem}.",
        Assert.Throws<ConfigurationException>(() => TestSettings.Read($"akka.instrumentation.{hocon}")).Message);

    [Theory]
    [InlineData("\"00:00:07\"", 7)]
    [InlineData("\"00:01:00.5\"", 60.5)]
    [InlineData("7s", 7)]
    [InlineData("7000", 7)]
    public void A_duration_is_written_as_HOCON_or_dotnet_writes_it(string text, double seconds) => Assert.Equal(
        TimeSpan.FromSeconds(seconds), TestSettings.Read($"akka.instrumentation.pressure.growing-for = {text}").PressureGrowingFor);
}
