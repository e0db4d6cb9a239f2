using System.Globalization;
using System.Text;
using static AkkaInstrumentation.Tests.Rules.RuleMessages;

namespace AkkaInstrumentation.Tests.Rules;

/// <summary>Whatever is written as a rule: it works, or the error names the rule.</summary>
public class RuleFuzzSpec
{
    private const int Cases = 1_000;

    private static readonly string[] Keys =
    [
        "path", "actor", "message", "message-namespace", "message-assembly", "message-implements", "message-attribute", "trace",
        "ratio", "span-name", "measure", "actor-name", "record", "relation", "enabled", "order", "trase", "x", "path.deeper",
    ];

    private static readonly string[] Values =
    [
        "never", "always", "sampled", "only-in-trace", "on", "off", "yes", "0", "0.5", "1", "-1", "1e9", "NaN", "Infinity", "0x10", "null", "\"\"",
        "\" \"", "\"/user/**\"", "\"/user/*/a\"", "\"/orders\"", "\"//\"", "\"/\"", "\"*\"", "\"**\"", "\"{actor}\"", "\"{\"", "\"\\u0000\"",
        "\"a\\nb\"", "[]", "[a]", "[a, b]", "[a, [b]]", "[null]", "{}", "{ a = b }", "parent", "link", "none", "\"Place*\"", "a b c", "ü",
        "99999999999999999999", "[\"/user/a\", \"/user/**/b\"]", "\"\"\"raw \"text\" \"\"\"",
    ];

    private static readonly Type[] Messages = [typeof(PlaceOrder), typeof(Heartbeat), typeof(Batch<int>), typeof(Tick), typeof(int), typeof(object[]), typeof(ICommand<>)];

    [Fact]
    public void Random_rules_are_settings_or_an_error_that_names_the_culprit()
    {
        var random = new Random(20_251);
        var (valid, wrong) = (0, 0);
        for (var i = 0; i < Cases; i++)
        {
            var hocon = RandomRules(random);
            try
            {
                Use(TestSettings.Read(hocon), random);
                valid++;
            }
            catch (ConfigurationException e)
            {
                wrong++;
                Assert.True(e.Message.Contains("akka.instrumentation.rules.r", StringComparison.Ordinal), $"{hocon}\n{e.Message}");
            }
            catch (Exception e) when (e is not Xunit.Sdk.XunitException)
            {
                Assert.Fail($"{hocon}\n{e}");
            }
        }

        // both outcomes are really met
        Assert.True(valid > Cases / 20 && wrong > Cases / 20, $"{valid} valid, {wrong} wrong");
    }

    private static void Use(InstrumentationSettings settings, Random random)
    {
        var message = Messages[random.Next(Messages.Length)];
        var verdict = settings.Rules.Resolve("/user/orders/a", typeof(OrderActor), message);

        Assert.True(Enum.IsDefined(verdict.Trace) && Enum.IsDefined(verdict.Relation) && verdict.Ratio is null or (>= 0 and <= 1));
        Assert.All(settings.Rules.Rules, rule => Assert.Equal(
            rule.MismatchOf("/user/orders/a", typeof(OrderActor), message) is null,
            rule.MatchesPath("/user/orders/a") && rule.MatchesActor(typeof(OrderActor)) && rule.MatchesMessage(message)));
    }

    // one to three rules of one to four keys; in half of the cases most values are ones that fit
    private static string RandomRules(Random random)
    {
        var sane = random.Next(2) == 0;
        var hocon = new StringBuilder("akka.instrumentation.rules {\n");
        for (var rule = random.Next(1, 4); rule > 0; rule--)
        {
            hocon.Append(CultureInfo.InvariantCulture, $"  r{rule} {{\n");
            for (var key = random.Next(1, 5); key > 0; key--)
            {
                var name = Keys[random.Next(sane ? Keys.Length - 3 : Keys.Length)];
                hocon.Append(CultureInfo.InvariantCulture, $"    {name} = {(sane ? Fitting(name, random) : Values[random.Next(Values.Length)])}\n");
            }

            hocon.Append("  }\n");
        }

        return hocon.Append('}').ToString();
    }

    private static string Fitting(string key, Random random)
    {
        string[] fitting = key switch
        {
            "path" => ["/user/orders/a", "\"/user/**\"", "[\"/user/*/a\", \"/system/*\"]"],
            "trace" => ["never", "always", "sampled", "only-in-trace"],
            "ratio" => ["0", "0.5", "1"],
            "relation" => ["parent", "link", "none"],
            "measure" or "enabled" => ["on", "off"],
            "order" => ["-1", "0", "700"],
            "span-name" => ["\"{actor} {message}\"", "work"],
            _ => ["\"*\"", "PlaceOrder", "[\"Akka*\", \"*e*\"]"],
        };
        return fitting[random.Next(fitting.Length)];
    }
}
