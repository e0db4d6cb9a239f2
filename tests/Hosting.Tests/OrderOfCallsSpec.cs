namespace AkkaInstrumentation.Tests;

/// <summary>Where WithInstrumentation stands among the builder's other calls makes no difference.</summary>
public sealed class OrderOfCallsSpec
{
    private const string Instrument = "WithInstrumentation";
    private const string Hocon = "AddHocon";
    private const string Actors = "WithActors";

    public static TheoryData<string, HoconAddMode> Orders => Combinations.Each(
        [
            $"{Instrument}, {Hocon}, {Actors}", $"{Instrument}, {Actors}, {Hocon}", $"{Hocon}, {Instrument}, {Actors}",
            $"{Hocon}, {Actors}, {Instrument}", $"{Actors}, {Instrument}, {Hocon}", $"{Actors}, {Hocon}, {Instrument}",
        ],
        HoconAddMode.Prepend,
        HoconAddMode.Append);

    [Theory]
    [MemberData(nameof(Orders))]
    public async Task Actors_are_instrumented_the_users_HOCON_holds_and_options_win_over_it(string order, HoconAddMode mode)
    {
        await using var host = await TestHost.Start(akka => Call(akka, order, mode));

        await host.AssertInstrumented(await host.Registered<Echo>());
        Assert.Equal(7, host.System.Dispatchers.DefaultGlobalDispatcher.Throughput);
        Assert.Equal((true, 8), (host.Settings.SystemActors, host.Settings.MetricsMaxActorTypes));
    }

    [Fact]
    public async Task The_later_of_two_calls_wins_and_the_rest_of_the_first_stays()
    {
        await using var host = await TestHost.StartWithoutSdk(akka => akka
            .WithInstrumentation(options => (options.Tracing.Enabled, options.SystemActors) = (false, true))
            .WithInstrumentation(options => options.Tracing.Enabled = true));

        Assert.Equal(TestSettings.Read() with { SystemActors = true, TracingAskSpans = false }, host.Settings);
    }

    private static void Call(AkkaConfigurationBuilder akka, string order, HoconAddMode mode)
    {
        var hocon = ConfigurationFactory.ParseString(
            """
            akka.instrumentation { system-actors = on, metrics.max-actor-types = 9 }
            akka.actor.default-dispatcher.throughput = 7
            """);
        foreach (var call in order.Split(", "))
        {
            _ = call switch
            {
                Instrument => akka.WithInstrumentation(options => options.Metrics.MaxActorTypes = 8),
                Hocon => akka.AddHocon(hocon, mode),
                _ => akka.WithActors((system, registry) => registry.Register<Echo>(system.ActorOf(Echo.Props, "echo"))),
            };
        }
    }
}
