using Akka.Actor;

namespace AkkaInstrumentation.Tests.Family;

/// <summary>The path of an actor is written and compared with the rules once, when its mailbox is made. The start that follows needs neither.</summary>
[Collection(Alone.Name)]
public sealed class StartCostSpec
{
    private const string Rules =
        """
        akka.instrumentation.rules {
          a { path = "/user/*/orders/**", ratio = 0.5 }
          b { path = ["/user/orders/*", "/user/carts/*"], trace = always }
        }
        """;

    [Fact]
    public async Task The_rules_are_looked_up_without_allocation_when_the_actor_starts()
    {
        await using var system = Systems.Instrumented(Rules);
        var extension = AkkaInstrumentationExtension.For(system.System);
        var cell = await Started(system);
        var made = AllocationMeter.OnThread(() => extension.Instruments(cell.Self), 0);
        var both = AllocationMeter.OnThread(
            () =>
            {
                extension.Instruments(cell.Self);
                extension.RulesFor(cell);
            },
            made);

        Assert.True(made > 0, "the path is written");
        Assert.Equal(made, both);
    }

    [Fact]
    public async Task What_another_actor_or_other_rules_have_left_is_not_taken()
    {
        await using var system = Systems.Instrumented(Rules);
        var extension = AkkaInstrumentationExtension.For(system.System);
        var orders = await Started(system, "orders/1");
        var other = await Started(system, "other");
        Assert.True(extension.Instruments(orders.Self));
        Assert.Equal(AkkaTraceMode.Sampled, extension.RulesFor(other).Usual.Trace);
        Assert.Equal(AkkaTraceMode.Always, extension.RulesFor(orders).Usual.Trace);

        Assert.True(extension.Instruments(orders.Self));
        var before = extension.RulesFor(orders);
        Assert.True(extension.Instruments(orders.Self));
        using var trace = extension.Control.TraceFully("/user/orders/*", TimeSpan.FromMinutes(1));
        Assert.NotSame(before.Set, extension.RulesFor(orders).Set);
    }

    private static async Task<ActorCell> Started(TestSystem system, string path = "actor")
    {
        var names = path.Split('/', 2);
        var itself = Handler.Props((context, _) => context.Sender.Tell(context.Self));
        var top = system.ActorOf(names.Length == 1 ? itself : Nest.Props(names[1], itself), names[0]);
        return (ActorCell)((ActorRefWithCell)await top.Ask<IActorRef>("who?", TimeSpan.FromSeconds(20))).Underlying;
    }
}
