namespace AkkaInstrumentation.Tests.Settings;

/// <summary>Whatever options objects and appsettings contain: it works, or the error names the culprit.</summary>
public sealed class OptionsFuzzSpec
{
    private const int Cases = 1_000;

    private static readonly double[] Numbers =
        [0, 0.5, 1, -1, 10, 1e9, double.NaN, double.PositiveInfinity, double.NegativeInfinity, double.Epsilon, double.MaxValue];

    private static readonly string[] Keys =
    [
        "Tracing:Enabled", "Tracing:Sampling:Ratio", "Tracing:Sampling:Budget", "Metrics:Enabled",
            "Metrics:Distributions", "Metrics:DistributionsRate", "Metrics:MaxActorTypes",
        "Metrics:MaxMessageTypes", "SystemActors", "Dispatchers", "Dispatchers:0", "Rules", "Rules:r",
            "Rules:r:Path", "Rules:r:Trace", "Rules:r:Message:0", "Rules:0:SpanName",
        "Tracing", "Tracing:Enabeld", "tracing:sampling:ratio", "Rules:a b:Measure", "Rules:x.y:Measure", "\"", "${a}", "ÄÖ",
    ];

    private static readonly string?[] Values =
        ["true", "False", "on", "0.5", "1", "-1", "", " ", null, "All", "adaptive", "Never", "OnlyInTrace", "/user/**",
            "\"", "\\", "${akka}", "[a]", "{}", "a\nb", "\u0000", "ü", "1e400", "//x", "#x"];

    private const string Characters = "aZ0*/.{}[]<>\"\\$#:=,+`'!@\n\r\t\0 ü€\uD800";

    [Fact]
    public void Random_options_are_settings_or_an_error_that_names_the_culprit() =>
        Fuzz(20_252, random => new InstrumentationSetup(OptionsSource.Read(RandomOptions(random), "1")));

    [Fact]
    public void Random_sections_of_appsettings_are_settings_or_an_error_that_names_the_culprit() =>
        Fuzz(20_253, random => new InstrumentationSetup(Config.Empty, sources: [new ConfigurationSource(RandomSection(random))]));

    [Fact]
    public void A_pattern_arrives_as_it_is()
    {
        var random = new Random(77);
        for (var i = 0; i < 1_000; i++)
        {
            // HOCON's readers take spaces off both ends
            var pattern = $"x{RandomText(random)}x";
            var options = new AkkaInstrumentationOptions();
            options.Rules.Add(new AkkaMessageRule { Message = [pattern], Measure = false });
            var code = new InstrumentationSetup(OptionsSource.Read(options, "1"));

            Assert.Contains($"message = \"{pattern}\"", TestSettings.Read(code: code).Rules.Rules[0].Text, StringComparison.Ordinal);
        }
    }

    private static void Fuzz(int seed, Func<Random, InstrumentationSetup> setup)
    {
        var random = new Random(seed);
        var (valid, wrong) = (0, 0);
        for (var i = 0; i < Cases; i++)
        {
            try
            {
                var settings = TestSettings.Read(code: setup(random));
                settings.Rules.Resolve("/user/a", typeof(OptionsFuzzSpec), typeof(string));
                valid++;
                Assert.InRange(settings.SampledShare, 0, 1);
                Assert.InRange(settings.MetricsDistributionsRate, 10, 1_000_000);
                Assert.All(settings.Dispatchers, id => Assert.False(string.IsNullOrWhiteSpace(id)));
            }
            catch (ConfigurationException e)
            {
                wrong++;
                Assert.True(
                    e.Message.Contains("akka.instrumentation.", StringComparison.Ordinal)
                        || e.Message.Contains("Rules[", StringComparison.Ordinal), e.Message);
            }
        }

        Assert.True(valid > Cases / 20 && wrong > Cases / 20, $"{valid} valid, {wrong} wrong");
    }

    private static AkkaInstrumentationOptions RandomOptions(Random random)
    {
        var options = new AkkaInstrumentationOptions
        {
            SystemActors = Maybe(4) ? true : null,
            Dispatchers = Maybe(6) ? [Text(), Text()] : null,
        };
        options.Tracing.Enabled = Maybe(4) ? false : null;
        options.Tracing.Sampling.Ratio = Maybe(4) ? Number() : null;
        options.Tracing.Sampling.Budget = Maybe(4) ? Number() : null;
        options.Metrics.Enabled = Maybe(4) ? false : null;
        options.Metrics.Distributions = Maybe(4) ? (AkkaMessageDistributions)random.Next(-1, 3) : null;
        options.Metrics.DistributionsRate = Maybe(6) ? random.Next(-5, 2_000) : null;
        options.Metrics.MaxActorTypes = Maybe(8) ? random.Next(-1, int.MaxValue) : null;
        options.Metrics.MaxMessageTypes = Maybe(8) ? random.Next(-1, 20) : null;
        if (Maybe(3))
        {
            options.Rules.Add(Maybe(20) ? null! : new AkkaMessageRule { Name = Maybe(3) ? Text() : null, Message =
                [Text()], Ratio = Maybe(3) ? Number() : null, Measure = Maybe(2) ? false : null });
        }

        return options;

        bool Maybe(int oneIn) => random.Next(oneIn) == 0;
        double Number() => Numbers[random.Next(Numbers.Length)];
        string Text() => Values[random.Next(Values.Length)] ?? "plain";
    }

    private static IConfiguration RandomSection(Random random) => new ConfigurationBuilder()
        .AddInMemoryCollection(Enumerable.Range(0, random.Next(1, 4))
            .Select(_ => KeyValuePair.Create(Keys[random.Next(Keys.Length)], Values[random.Next(Values.Length)]))
            .DistinctBy(item => item.Key, StringComparer.OrdinalIgnoreCase))
        .Build();

    private static string RandomText(Random random) =>
        string.Concat(Enumerable.Range(0, random.Next(6)).Select(_ => Characters[random.Next(Characters.Length)]));
}
