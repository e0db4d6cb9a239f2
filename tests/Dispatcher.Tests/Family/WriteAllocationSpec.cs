using Akka.Actor;
using AkkaInstrumentation.Tests.Run;

namespace AkkaInstrumentation.Tests.Family;

/// <summary>What a command that is persisted costs in bytes above plain Akka, from the command to its handled event, at a played journal. Exact, unlike time.</summary>
[Collection(Alone.Name)]
public sealed class WriteAllocationSpec
{
    private const int Commands = 50_000;

    [Fact]
    public async Task Nobody_listens_and_nothing_is_allocated() => Assert.InRange(await OverPlainAkka(), double.MinValue, 0.1);

    [Fact]
    public async Task Metrics_allocate_nothing_for_a_write()
    {
        using var metrics = Unheeding.Metrics();

        Assert.InRange(await OverPlainAkka(), double.MinValue, 0.1);
    }

    private static async Task<double> OverPlainAkka()
    {
        await using var plain = Systems.Plain();
        await using var instrumented = Systems.Instrumented("akka.instrumentation.rules.journals { actor = PlayedJournal, kind = infrastructure }");
        var before = await BytesPerWrite(plain);
        return await BytesPerWrite(instrumented) - before;
    }

    // In portions, so that no queue grows.
    private static async Task<double> BytesPerWrite(TestSystem system)
    {
        var handled = 0;
        var notified = system.ActorOf((_, _) => Volatile.Write(ref handled, handled + 1));
        var actor = system.ActorOf(PlayedActor.Props(system.ActorOf(PlayedJournal.Props(1)), notified));
        return await AllocationMeter.InProcess(
            () =>
            {
                for (var i = 0; i < Commands; i += 100)
                {
                    var until = Volatile.Read(ref handled) + 100;
                    for (var j = 0; j < 100; j++)
                    {
                        actor.Tell("command", ActorRefs.NoSender);
                    }

                    SpinWait.SpinUntil(() => Volatile.Read(ref handled) == until);
                }

                return Task.CompletedTask;
            },
            Commands);
    }
}
