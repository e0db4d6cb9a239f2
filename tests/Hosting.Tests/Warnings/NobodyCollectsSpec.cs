namespace AkkaInstrumentation.Tests.Warnings;

/// <summary>
/// A host whose OpenTelemetry does not collect from its actor system reports it once, in Akka's log, with the call that is missing.
/// </summary>
public sealed class NobodyCollectsSpec
{
    private const string Traces =
        "This host collects traces with OpenTelemetry, but not the spans of its actors. Call AddOpenTelemetry().WithTracing(tracing => tracing.AddAkkaInstrumentation()).";

    private const string Metrics =
        "This host collects metrics with OpenTelemetry, but not the metrics of its actors. Call AddOpenTelemetry().WithMetrics(metrics => metrics.AddAkkaInstrumentation()).";

    [Fact]
    public async Task Both_calls_are_missing() => Assert.Equal(
        [Traces, Metrics],
        await WarningsOf(services => services.AddOpenTelemetry().WithTracing(tracing => tracing.AddSource("Shop"))
            .WithMetrics(metrics => metrics.AddMeter("Shop"))));

    [Fact]
    public async Task One_is_missing() =>
        Assert.Equal([Metrics], await WarningsOf(services => services.AddOpenTelemetry().WithMetrics(metrics => metrics.AddMeter("Shop"))));

    [Fact]
    public async Task No_warning_about_a_signal_that_the_host_does_not_collect() => Assert.Empty(await WarningsOf(_ => { }));

    [Fact]
    public async Task No_warning_about_a_signal_that_is_off() => Assert.Empty(await WarningsOf(
        services => services.AddOpenTelemetry().WithMetrics(metrics => metrics.AddMeter("Shop")), options => options.Metrics.Enabled = false));

    [Fact]
    public async Task No_warning_where_both_are_collected() => Assert.Empty(await WarningsOf(
        services => services.AddOpenTelemetry().WithTracing(tracing => tracing.AddAkkaInstrumentation())
            .WithMetrics(metrics => metrics.AddAkkaInstrumentation())));

    // Other tests of this process listen, so the test decides that nobody does.
    private static async Task<IReadOnlyList<string>> WarningsOf(
        Action<IServiceCollection> rest, Action<AkkaInstrumentationOptions>? options = null)
    {
        var builder = Host.CreateApplicationBuilder();
        builder.Logging.ClearProviders();
        builder.Services.AddSingleton<InstrumentedSystems, Unheard>();
        rest(builder.Services);
        builder.Services.AddAkka($"collects-{Guid.NewGuid():N}"[..20], akka => akka
            .AddHocon(KeptLog.Hocon, HoconAddMode.Append).AddHocon(Systems.Quiet, HoconAddMode.Append).WithInstrumentation(options));
        using var host = builder.Build();
        await host.StartAsync();
        var system = host.Services.GetRequiredService<ActorSystem>();
        var lines = await KeptLog.Whole(system);
        await host.StopAsync();
        return lines;
    }

    private sealed class Unheard : InstrumentedSystems
    {
        public override bool HaveSpanListeners => false;

        public override bool HaveMetricListeners => false;
    }
}
