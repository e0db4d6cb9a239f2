using AkkaInstrumentation.Tests.Rules;

namespace AkkaInstrumentation.Tests.Configuration;

/// <summary>Whatever is written under any key: it works, or the error names the culprit.</summary>
public class SettingsFuzzSpec
{
    private const int Cases = 1_000;

    private static readonly string[] Keys =
    [
        .. SettingsTable<InstrumentationSettings>.Keys, .. RuleKeys.All.Select(key => $"rules.r.{key}"), "tracing", "metrics", "rules",
            "rules.r", "tracing.sampling", "", "mailbox", "dispatcher.default.throughput",
    ];

    private static readonly Type[] Messages =
        [typeof(RuleMessages.PlaceOrder), typeof(RuleMessages.Tick), typeof(RuleMessages.Batch<int>),
            typeof(RuleMessages.ICommand<>), typeof(int), typeof(object[])];

    private static readonly string[] Values =
    [
        "on", "off", "yes", "true", "null", "0", "1", "0.5", "-1", "10", "1e3", "NaN", "Infinity",
            "-Infinity", "1e400", "99999999999999999999", "0x1F", "\"\"", "\" \"",
        "\"/user/*/a\"", "[\"Place*\", \"*\"]", "\"{actor} {message}\"", "\"1,5\"", "[]", "[a]", "[\"*\"]", "[\"*\", b]", "[[a]]", "[null]",
            "[{ a = b }]", "{}", "{ a = b }", "{ enabled = on }", "adaptive", "all", "never", "link",
        "\"/user/**\"", "\"a\\nb\"", "a b c", "5 seconds", "250ms", "100", "ü", "\"\"\"raw \"text\" \"\"\"", "${?nothing}",
    ];

    // a substitution of a value by itself is not among them: at the start it ends the process inside Akka's own reader
    [Fact]
    public void Random_settings_are_settings_or_an_error_that_names_the_culprit()
    {
        var random = new Random(4_711);
        var (valid, wrong, decided) = (0, 0, 0);
        for (var i = 0; i < Cases; i++)
        {
            var written = Enumerable.Range(0, Math.Max(1, random.Next(-1, 4)))
                .Select(_ => (Key: Key(random), Value: Values[random.Next(Values.Length)])).ToList();
            if (i % 4 == 0)
            {
                written.Add(("rules.r.measure", "off"));
            }

            var text = string.Join('\n', written.Select(item => $"{Path(item.Key)} = {item.Value}"));
            if (Parsed(text) is not { } hocon)
            {
                continue;
            }

            try
            {
                var settings = TestSettings.Read(hocon);
                valid++;
                Assert.InRange(settings.SampledShare, 0, 1);
                Assert.InRange(settings.TracingSamplingBudget, 0.1, double.PositiveInfinity);
                Assert.InRange(settings.MetricsMaxActorTypes, 1, 100_000);
                Assert.All(settings.Dispatchers, id => Assert.False(string.IsNullOrWhiteSpace(id)));
                decided += Use(settings.Rules, Messages[random.Next(Messages.Length)]);
            }
            catch (ConfigurationException e)
            {
                wrong++;
                Assert.True(written.Any(item => e.Message.Contains(Path(Culprit(item.Key)), StringComparison.Ordinal)), $"{text}\n{e.Message}");
            }
            catch (Exception e) when (e is not Xunit.Sdk.XunitException)
            {
                Assert.Fail($"{text}\n{e}");
            }
        }

        Assert.True(valid > Cases / 20 && wrong > Cases / 20
            && decided > Cases / 50, $"{valid} valid, {wrong} wrong, {decided} with a rule of the user");
    }

    // what a rule decides and what Explain says of it do not differ
    private static int Use(RuleSet rules, Type message)
    {
        const string Path = "/user/orders/a";
        var (actor, verdict) = (typeof(RuleMessages.OrderActor), rules.Resolve("/user/orders/a", typeof(RuleMessages.OrderActor), message));
        Assert.True(Enum.IsDefined(verdict.Trace) && Enum.IsDefined(verdict.Relation) && verdict.Ratio is null or (>= 0 and <= 1));
        Assert.All(rules.Rules, rule => Assert.Equal(
            rule.MismatchOf(Path, actor, message) is null, rule.MatchesPath(Path) && rule.MatchesActor(actor) && rule.MatchesMessage(message)));
        return rules.Rules.Any(rule => rule.Name == "r") ? 1 : 0;
    }

    [Fact]
    public async Task Random_changes_are_taken_over_or_refused()
    {
        await using var system = Systems.WithIds();
        var random = new Random(8_012);
        var (taken, refused) = (0, 0);
        for (var i = 0; i < Cases; i++)
        {
            var before = system.Extension.Settings;
            var text = $"{Key(random)} = {Values[random.Next(Values.Length)]}";
            if (random.Next(10) == 0)
            {
                text = text.Remove(random.Next(text.Length), 1);
            }

            try
            {
                system.Control.Change(text);
                taken++;
            }
            catch (ConfigurationException)
            {
                refused++;
                Assert.Same(before, system.Extension.Settings);
            }
            catch (Exception e) when (e is not Xunit.Sdk.XunitException)
            {
                Assert.Fail($"{text}\n{e}");
            }

            if (i % 100 == 0)
            {
                system.Control.Reset();
                Assert.Equal(TestSettings.Read("akka.instrumentation.tracing { sampling.ratio = 1, ask-spans = off }"), system.Extension.Settings);
            }
        }

        Assert.True(taken > Cases / 20 && refused > Cases / 20, $"{taken} taken over, {refused} refused");
    }

    private static string Path(string key) => key.Length == 0 ? "akka.instrumentation" : $"akka.instrumentation.{key}";

    // what contradicts itself is the whole rule
    private static string Culprit(string key) => key.StartsWith("rules.r", StringComparison.Ordinal) ? "rules.r" : key;

    // some with a letter too much or too few
    private static string Key(Random random)
    {
        var key = Keys[random.Next(Keys.Length)];
        return random.Next(8) == 0 && key.Length > 3 ? key.Remove(random.Next(1, key.Length - 1), 1)
            .Replace("..", ".", StringComparison.Ordinal) : key;
    }

    // what is no HOCON never gets to us
    private static Config? Parsed(string text)
    {
        try
        {
            var config = ConfigurationFactory.ParseString(text);
            return config.IsNullOrEmpty() ? null : config;
        }
        catch (Exception)
        {
            return null;
        }
    }
}
