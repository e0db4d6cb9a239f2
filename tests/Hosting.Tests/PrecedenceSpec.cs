using Akka.Hosting;

namespace AkkaInstrumentation.Tests;

/// <summary>Options take precedence over HOCON, and HOCON over reference.conf. HOCON decides what an option does not set.</summary>
public sealed class PrecedenceSpec
{
    private const string AllTurned =
        """
        akka.instrumentation {
          tracing.enabled = off
          metrics.enabled = off
          system-actors = on
        }
        """;

    private static InstrumentationSettings Switches(bool tracing, bool metrics, bool systemActors) =>
        TestSettings.Read() with
        {
            TracingEnabled = tracing,
            MetricsEnabled = metrics,
            SystemActors = systemActors,
        };

    [Fact]
    public async Task An_option_that_is_null_leaves_HOCONs_value()
    {
        await using var host = await TestHost.StartWithoutSdk(akka => akka
            .AddHocon(Hocon(AllTurned), HoconAddMode.Prepend)
            .WithInstrumentation(options => options.Tracing.Enabled = true));
        Assert.Equal(Switches(tracing: true, metrics: false, systemActors: true), host.Settings);
    }

    [Fact]
    public async Task The_later_of_two_calls_wins_and_the_rest_of_the_first_stays()
    {
        await using var host = await TestHost.StartWithoutSdk(akka => akka
            .WithInstrumentation(options => (options.Tracing.Enabled, options.SystemActors) = (false, true))
            .WithInstrumentation(options => options.Tracing.Enabled = true));
        Assert.Equal(Switches(tracing: true, metrics: true, systemActors: true), host.Settings);
    }

    private static Config Hocon(string text) => ConfigurationFactory.ParseString(text);
}
