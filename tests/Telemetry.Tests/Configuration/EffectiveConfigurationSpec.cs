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
    public async Task The_whole_text()
    {
        await using var system = Systems.Instrumented(Application);
        var control = AkkaInstrumentationExtension.For(system.System).Control;
        control.Change("metrics.distributions = all\nrules.more { actor = Echo, measure = off }");

        Assert.Equal(
            """
            tracing.enabled = on # reference.conf
            tracing.sampling.ratio = 0.5 # HOCON
            tracing.sampling.budget = off # reference.conf
            tracing.sampling.unsampled-trace-ids = adaptive # reference.conf
            tracing.retroactive.errors = on # reference.conf
            tracing.retroactive.slow-wait = off # reference.conf
            tracing.retroactive.slow-work = off # reference.conf
            tracing.retroactive.limit = 100 # reference.conf
            tracing.content.enabled = off # reference.conf
            tracing.content.max-length = 1024 # reference.conf
            tracing.exceptions.enabled = off # reference.conf
            tracing.exceptions.max-length = 8192 # reference.conf
            tracing.messaging-attributes = off # reference.conf
            tracing.local-span-kind = internal # reference.conf
            tracing.send-spans = on # reference.conf
            tracing.streams = off # reference.conf
            tracing.remote = negotiated # reference.conf
            metrics.enabled = on # reference.conf
            metrics.distributions = all # run-time
            metrics.distributions-rate = 100 # reference.conf
            metrics.max-actor-types = 1000 # reference.conf
            metrics.max-message-types = 200 # reference.conf
            metrics.flow = on # reference.conf
            pressure.enabled = on # reference.conf
            pressure.growing-for = 10s # reference.conf
            pressure.min-depth = 1000 # reference.conf
            pressure.reports-per-minute = 20 # reference.conf
            blocking.enabled = on # reference.conf
            blocking.threshold = 2s # reference.conf
            blocking.reports-per-minute = 20 # reference.conf
            system-actors = off # HOCON
            dispatchers = ["*"] # reference.conf
            rules in order:
              rule more { actor = "Echo", measure = off } (run-time)
              rule beats { message = "Beat", trace = never } (HOCON)
            """.ReplaceLineEndings("\n"),
            string.Join('\n', control.Configuration.ToString().Split('\n').Where(line => !line.Contains("reference.conf)", StringComparison.Ordinal))));
        Assert.Equal(11, control.Configuration.Rules.Count);
    }

    [Fact]
    public async Task With_reference_conf_as_a_fallback_of_the_application_only_what_differs_is_HOCONs()
    {
        await using var system = Systems.WithIds(Application);
        var configuration = AkkaInstrumentationExtension.For(system.System).Control.Configuration;

        Assert.Equal(("HOCON", "reference.conf"), (configuration["tracing.sampling.ratio"].Origin, configuration["metrics.enabled"].Origin));
    }

    [Fact]
    public async Task A_key_that_is_none()
    {
        await using var system = Systems.WithIds();
        var configuration = AkkaInstrumentationExtension.For(system.System).Control.Configuration;

        Assert.Contains("the nearest known key is tracing.enabled", Assert.Throws<ArgumentException>(() => configuration["tracing.enable"]).Message, StringComparison.Ordinal);
    }
}
