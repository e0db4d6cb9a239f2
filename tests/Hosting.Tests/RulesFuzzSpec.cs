using Akka.Configuration;

namespace AkkaInstrumentation.Tests;

/// <summary>Whatever is set in a rule in code: it works, or the error names the rule.</summary>
public sealed class RulesFuzzSpec
{
    private const int Cases = 10_000;
    private const string Characters = "aZ0*/.{}[]<>\"\\$#:=,+`'!@\n\r\t\0 ü€\uD800";

    private static readonly string[] Fitting = ["*", "/user/**", "/user/a", "{actor}", "Order*", "plain", "null", "-", "//", "${akka}", "\"\"\""];

    [Fact]
    public void Ten_thousand_random_rules_are_settings_or_an_error_that_names_the_culprit()
    {
        var random = new Random(8_142);
        var (valid, wrong) = (0, 0);
        for (var i = 0; i < Cases; i++)
        {
            var options = new AkkaInstrumentationOptions();
            for (var rules = random.Next(1, 4); rules > 0; rules--)
            {
                options.Rules.Add(RandomRule(random));
            }

            try
            {
                var code = new InstrumentationSetup(OptionsSource.Read(options, "1"));
                TestSettings.Read(code: code).Rules.Resolve("/user/a", typeof(RulesFuzzSpec), typeof(string));
                valid++;
            }
            catch (ConfigurationException e)
            {
                wrong++;
                Assert.True(
                    e.Message.Contains("akka.instrumentation.rules.", StringComparison.Ordinal) || e.Message.Contains("Rules[", StringComparison.Ordinal),
                    e.Message);
            }
        }

        Assert.True(valid > Cases / 20 && wrong > Cases / 20, $"{valid} valid, {wrong} wrong");
    }

    [Fact]
    public void What_is_written_is_what_is_read()
    {
        var random = new Random(77);
        for (var i = 0; i < 1_000; i++)
        {
            // HOCON's readers take spaces off both ends
            var pattern = $"x{Text(random)}x";
            var options = new AkkaInstrumentationOptions();
            options.Rules.Add(new AkkaMessageRule { Message = [pattern], Measure = false });
            var code = new InstrumentationSetup(OptionsSource.Read(options, "1"));

            Assert.Contains($"message = \"{pattern}\"", TestSettings.Read(code: code).Rules.Rules[0].Text, StringComparison.Ordinal);
        }
    }

    private static AkkaMessageRule RandomRule(Random random)
    {
        return new AkkaMessageRule
        {
            Name = Maybe(4) ? Value() : null,
            Path = Maybe(4) ? ["/user/" + Value()] : [],
            Actor = Maybe(4) ? [Value(), Value()] : [],
            Message = Maybe(4) ? [Value()] : null!,
            MessageNamespace = Maybe(8) ? [Value()] : [],
            MessageAssembly = Maybe(8) ? [Value()] : [],
            MessageImplements = Maybe(8) ? [null!] : [],
            MessageAttribute = Maybe(8) ? [Value()] : [],
            Trace = Maybe(3) ? (AkkaTraceMode)random.Next(-1, 5) : null,
            Ratio = Maybe(6) ? new[] { 0, 0.1, 1, 2, double.NaN, double.Epsilon }[random.Next(6)] : null,
            SpanName = Maybe(6) ? Value() : null,
            Measure = Maybe(2) ? random.Next(2) == 0 : null,
            ActorName = Maybe(8) ? Value() : null,
            Relation = Maybe(4) ? (AkkaSpanRelation)random.Next(-1, 4) : null,
            Record = Maybe(8) ? random.Next(-1, 1_100) : null,
            Order = Maybe(4) ? random.Next() - (int.MaxValue / 2) : null,
            Enabled = Maybe(8) ? random.Next(2) == 0 : null,
        };

        bool Maybe(int oneIn) => random.Next(oneIn) == 0;
        string Value() => random.Next(3) == 0 ? Text(random) : Fitting[random.Next(Fitting.Length)];
    }

    private static string Text(Random random) =>
        string.Concat(Enumerable.Range(0, random.Next(6)).Select(_ => Characters[random.Next(Characters.Length)]));
}
