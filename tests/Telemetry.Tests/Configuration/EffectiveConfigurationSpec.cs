namespace AkkaInstrumentation.Tests.Configuration;

/// <summary>Every value in force with who set it.</summary>
public class EffectiveConfigurationSpec
{
    private const string Application =
        """
        akka.instrumentation {
          tracing.sampling.ratio = 0.5
          system-actors = off
          rules.beats { message = Beat, trace = never }
        }
        """;

    [Fact]
    public async Task The_text_has_each_value_with_its_origin_and_the_rules_in_order()
    {
        await using var system = Systems.Instrumented(Application);
        system.Control.Change("metrics.distributions = all\nrules.more { actor = Echo, measure = off }");

        var lines = system.Control.Configuration.ToString().Split('\n');

        Assert.Equal(
            SettingsTable<InstrumentationSettings>.Keys.Order(StringComparer.Ordinal),
            lines.TakeWhile(line => line != "rules in order:").Select(line => line.Split(" = ")[0]).Order(StringComparer.Ordinal));
        Assert.Subset(
            lines.ToHashSet(),
            new HashSet<string>
            {
                "tracing.sampling.ratio = 0.5 # HOCON", "metrics.distributions = all # run_time",
                    "system-actors = off # HOCON", "dispatchers = [\"*\"] # reference.conf",
                "blocking.threshold = 2s # reference.conf", "tracing.sampling.budget = off # reference.conf",
            });
        Assert.Equal(
            ["  rule more { actor = \"Echo\", measure = off } (run_time)", "  rule beats { message = \"Beat\", trace = never } (HOCON)"],
            lines.SkipWhile(line => line != "rules in order:").Skip(1).Take(2));
        Assert.Equal(14, system.Control.Configuration.Rules.Count);
    }

    [Fact]
    public async Task With_reference_conf_as_a_fallback_of_the_application_only_what_differs_is_HOCONs()
    {
        await using var system = Systems.WithIds(Application);
        var configuration = system.Control.Configuration;

        Assert.Equal(("HOCON", "reference.conf"), (configuration["tracing.sampling.ratio"].Origin, configuration["metrics.enabled"].Origin));
    }

    [Fact]
    public async Task A_key_that_does_not_exist()
    {
        await using var system = Systems.WithIds();
        var configuration = system.Control.Configuration;

        Assert.Contains("the nearest known key is tracing.enabled",
            Assert.Throws<ArgumentException>(() => configuration["tracing.enable"]).Message, StringComparison.Ordinal);
    }
}
