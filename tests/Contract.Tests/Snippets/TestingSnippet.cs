using Akka.Actor;
using AkkaInstrumentation;

namespace Shop;

internal static class TestingSnippet
{
    public static async Task Run(ActorSystem system, IActorRef orders)
    {
        // snippet: testing
        var tracked = await system.TrackAsync(() => orders.Ask<string>("honey"));

        tracked.ShouldBeOneTrace().ShouldPass("OrderActor").ShouldHaveNoOrphans().ShouldHaveNoFailures()
            .ShouldHandleAtMost(messages: 1).ShouldBlockNothing();
        // end snippet
    }
}
