namespace AkkaInstrumentation.Tests.Settings;

/// <summary>Options on the OpenTelemetry builders are options in the host's services: every call of WithInstrumentation reads them.</summary>
public sealed class BuilderOptionsSpec
{
    [Fact]
    public async Task They_reach_the_actor_system_of_the_host_and_what_its_own_call_sets_wins()
    {
        await using var host = await TestHost.Start(
            akka => akka.WithInstrumentation(options => options.Metrics.MaxActorTypes = 7),
            tracing => tracing.AddAkkaInstrumentation(options => (options.Sampling.Ratio, options.Filter) = (0.25, (_, _) => true)),
            metrics => metrics.AddAkkaInstrumentation(options => (options.DistributionsRate, options.MaxActorTypes) = (50, 8)));

        Assert.Equal((0.25, 50, 7), (host.Settings.TracingSamplingRatio, host.Settings.MetricsDistributionsRate, host.Settings.MetricsMaxActorTypes));
        Assert.NotNull(host.Settings.Filter);
    }

    [Fact]
    public async Task Of_several_calls_each_values_last_one_applies()
    {
        await using var host = await TestHost.Start(
            akka => akka.WithInstrumentation(),
            tracing => tracing
                .AddAkkaInstrumentation(options => (options.Sampling.Ratio, options.MessagingAttributes) = (0.25, true))
                .AddAkkaInstrumentation(options => options.Sampling.Ratio = 0.5)
                .AddAkkaInstrumentation(configure: null));

        Assert.Equal((0.5, true), (host.Settings.TracingSamplingRatio, host.Settings.TracingMessagingAttributes));
    }
}
