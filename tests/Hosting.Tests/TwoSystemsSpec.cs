using Akka.Hosting;

namespace AkkaInstrumentation.Tests;

/// <summary>Two actor systems in one process, a host each.</summary>
public sealed class TwoSystemsSpec
{
    [Fact]
    public async Task Their_metrics_stay_apart()
    {
        await using var one = await TestHost.Start(akka => akka.WithInstrumentation());
        await using var two = await TestHost.Start(akka => akka.WithInstrumentation());
        await Ask(await one.StartActor(Echo.Props), 3);
        await Ask(await two.StartActor(Echo.Props), 5);

        // either SDK sees both systems, and tells them apart
        foreach (var host in new[] { one, two })
        {
            Assert.Equal((3, 5), (Messages(host, one.System), Messages(host, two.System)));
        }
    }

    private static async Task Ask(IActorRef actor, int times)
    {
        for (var i = 0; i < times; i++)
        {
            await actor.Ask<int>(i);
        }
    }

    private static long Messages(TestHost host, ActorSystem system) => host.Sdk.Collect()
        .Where(point => point.Metric == AkkaMetricNames.ActorMessages
            && point.Has(AkkaSpanAttributes.SystemName, system.Name)
            && point.Has(AkkaSpanAttributes.MessageType, "Int32"))
        .Sum(point => point.Value);
}
