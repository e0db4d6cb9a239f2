using Akka.Configuration;
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

    [Fact]
    public async Task Tracing_off_leaves_the_metrics()
    {
        await using var host = await TestHost.Start(akka => akka.WithInstrumentation(options => options.Tracing.Enabled = false));
        var actor = await host.StartActor(Echo.Props);
        var sender = await TestHost.Traced(() => Akka.Actor.Futures.Ask<string>(actor, "work"));

        Assert.Contains(host.Points(), point => point.Metric == AkkaMetricNames.ActorMessages && point.Has(AkkaSpanAttributes.MessageType, "String"));
        Assert.Equal([sender], host.Sdk.SpansOf(sender.TraceId));
    }

    [Fact]
    public async Task Metrics_off_leaves_the_spans()
    {
        await using var host = await TestHost.Start(akka => akka.WithInstrumentation(options => options.Metrics.Enabled = false));
        await host.AssertInstrumented(await host.StartActor(Echo.Props));
        Assert.Empty(host.Points());
    }

    private static Config Hocon(string text) => ConfigurationFactory.ParseString(text);
}
