namespace AkkaInstrumentation.Tests.Warnings;

/// <summary><c>AddAkkaInstrumentation()</c> in a host that has nothing to collect from reports it, once.</summary>
public sealed class NothingToCollectSpec
{
    private const string Warning =
        "AddAkkaInstrumentation() collects nothing: no actor system of this process is instrumented. Call WithInstrumentation() inside AddAkka(...), "
        + "or create the system with config.WithAkkaInstrumentation().";

    [Fact]
    public async Task Without_any_actor_system() => Assert.Equal([Warning], await WarningsOf(_ => { }));

    [Fact]
    public async Task With_an_actor_system_that_is_not_instrumented() =>
        Assert.Equal([Warning], await WarningsOf(services => services.AddAkka("plain", akka => akka.AddHocon(Systems.Quiet, HoconAddMode.Append))));

    [Fact]
    public async Task Not_where_the_ids_are_known_and_single_actors_may_be_instrumented() =>
        Assert.Empty(await WarningsOf(services => services.AddAkka(
            "known", akka => akka.AddHocon(AkkaInstrumentationConfig.Reference.WithFallback(Systems.Quiet), HoconAddMode.Append))));

    [Fact]
    public async Task Not_with_an_instrumented_system() =>
        Assert.Empty(await WarningsOf(
            services => services.AddAkka("ours", akka => akka.AddHocon(Systems.Quiet, HoconAddMode.Append).WithInstrumentation()),
                ofThisProcess: true));

    [Fact]
    public async Task Two_actor_systems_in_one_service_collection() =>
        Assert.Equal(
            [
                "AddAkka was called 2 times on one service collection. Only the last actor system starts, and what the other calls configure is lost. "
                + "Call it once, or give each actor system a host of its own.",
            ],
            await WarningsOf(
                services => services.AddAkka("other", akka => akka.AddHocon(Systems.Quiet, HoconAddMode.Append).WithInstrumentation())
                    .AddAkka("ours", akka => akka.AddHocon(Systems.Quiet, HoconAddMode.Append).WithInstrumentation()),
                ofThisProcess: true));

    [Fact]
    public async Task Options_that_an_actor_system_of_ones_own_does_not_read()
    {
        await using var own = Systems.Instrumented();
        Assert.Equal(
            [
                $"AddAkkaInstrumentation(options => ...) sets akka.instrumentation.metrics.flow, akka.instrumentation.tracing.sampling.ratio, but the actor system {own.Name} was made without WithInstrumentation(). "
                + "Add one with AddAkka(...) and WithInstrumentation(), or set the keys in the HOCON of your actor system.",
            ],
            await WarningsOf(
                services => services.AddSingleton(own.System).Configure<AkkaInstrumentationOptions>(options => options.Tracing.Sampling.Ratio = 0.5)
                    .Configure<AkkaInstrumentationOptions>(own.Name, options => options.Metrics.Flow = false),
                ofThisProcess: true));
    }

    [Fact]
    public async Task Options_with_the_name_of_another_system() =>
        Assert.Equal(
            ["Options are named order, but the actor system of this host is named orders: nothing reads them. Configure them by its name, or without one."],
            await WarningsOf(
                services => services.AddAkka("orders", akka => akka.AddHocon(Systems.Quiet, HoconAddMode.Append).WithInstrumentation())
                    .Configure<AkkaInstrumentationOptions>(options => options.Metrics.Flow = false)
                    .Configure<AkkaInstrumentationOptions>("orders", options => options.Metrics.Flow = false)
                    .Configure<AkkaInstrumentationOptions>("order", options => options.Metrics.Flow = false),
                ofThisProcess: true));

    [Fact]
    public async Task A_section_of_the_configuration_that_an_actor_system_of_ones_own_does_not_read()
    {
        await using var own = Systems.Instrumented(KeptLog.Hocon);
        await WarningsOf(
            services => services.AddSingleton(own.System).AddSingleton<IConfiguration>(new ConfigurationBuilder()
                .AddInMemoryCollection([new("AkkaInstrumentation:Tracing:Enabled", "false")]).Build()),
            ofThisProcess: true);
        await Eventually.True(() => KeptLog.Of(own.System).Count > 0, () => "nothing was logged");
        Assert.Contains(
            await KeptLog.Whole(own.System),
            warning => warning.StartsWith("Nothing reads the section AkkaInstrumentation", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Not_with_an_actor_system_of_ones_own_and_without_settings()
    {
        await using var own = Systems.Instrumented();
        Assert.Empty(await WarningsOf(services => services.AddSingleton(own.System), ofThisProcess: true));
    }

    // other tests' systems are in this process, so the test decides whether there are any
    private static async Task<IReadOnlyList<string>> WarningsOf(Action<IServiceCollection> akka, bool ofThisProcess = false)
    {
        var warnings = new ConcurrentQueue<string>();
        var builder = Host.CreateApplicationBuilder();
        builder.Logging.ClearProviders().SetMinimumLevel(LogLevel.Warning)
            .AddProvider(new LineProvider((_, _, _, _, text) => warnings.Enqueue(text)));
        if (!ofThisProcess)
        {
            builder.Services.AddSingleton<InstrumentedSystems, None>();
        }

        builder.Services.AddOpenTelemetry().WithTracing(t => t.AddAkkaInstrumentation()).WithMetrics(m => m.AddAkkaInstrumentation());
        akka(builder.Services);
        using var host = builder.Build();
        await host.StartAsync();
        await host.StopAsync();
        return [.. warnings];
    }

    private sealed class None : InstrumentedSystems
    {
        public override bool AreThere => false;
    }
}
