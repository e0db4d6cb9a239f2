using Akka.Hosting;

namespace AkkaInstrumentation.Tests;

/// <summary>Where WithInstrumentation stands among the builder's other calls makes no difference.</summary>
public sealed class OrderOfCallsSpec
{
    private const string Instrument = "WithInstrumentation";
    private const string Hocon = "AddHocon";
    private const string Actors = "WithActors";

    public static TheoryData<string, HoconAddMode> Orders
    {
        get
        {
            string[][] orders =
            [
                [Instrument, Hocon, Actors], [Instrument, Actors, Hocon], [Hocon, Instrument, Actors],
                [Hocon, Actors, Instrument], [Actors, Instrument, Hocon], [Actors, Hocon, Instrument],
            ];
            var data = new TheoryData<string, HoconAddMode>();
            foreach (var order in orders)
            {
                data.Add(string.Join(", ", order), HoconAddMode.Prepend);
                data.Add(string.Join(", ", order), HoconAddMode.Append);
            }

            return data;
        }
    }

    [Theory]
    [MemberData(nameof(Orders))]
    public async Task Actors_are_instrumented_and_the_users_HOCON_holds(string order, HoconAddMode mode)
    {
        await using var host = await TestHost.Start(akka => Call(akka, order, mode, options: null));
        await host.AssertInstrumented(await host.Registered<Echo>());
        Assert.Equal(7, host.System.Dispatchers.DefaultGlobalDispatcher.Throughput);
        Assert.True(host.Settings.SystemActors);
    }

    [Theory]
    [MemberData(nameof(Orders))]
    public async Task Options_win_over_the_users_HOCON(string order, HoconAddMode mode)
    {
        await using var host = await TestHost.Start(akka => Call(akka, order, mode, options => options.SystemActors = false));
        Assert.False(host.Settings.SystemActors);
    }

    private static void Call(AkkaConfigurationBuilder akka, string order, HoconAddMode mode, Action<AkkaInstrumentationOptions>? options)
    {
        var hocon = ConfigurationFactory.ParseString(
            """
            akka.instrumentation.system-actors = on
            akka.actor.default-dispatcher.throughput = 7
            """);
        foreach (var call in order.Split(", "))
        {
            _ = call switch
            {
                Instrument => akka.WithInstrumentation(options),
                Hocon => akka.AddHocon(hocon, mode),
                _ => akka.WithActors((system, registry) => registry.Register<Echo>(system.ActorOf(Echo.Props, "echo"))),
            };
        }
    }
}
