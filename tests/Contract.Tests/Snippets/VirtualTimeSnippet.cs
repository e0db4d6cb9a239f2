using Akka.Actor;
using Akka.TestKit;
using AkkaInstrumentation;

namespace ShopUnderTest;

internal static class VirtualTimeSnippet
{
    public static async Task<TrackedAction> Run(ActorSystem system, IActorRef orders)
    {
        // snippet: track-virtual-time
        // TestKit(AkkaInstrumentationConfig.Defaults.WithFallback(
        //     "akka.scheduler.implementation = \"Akka.TestKit.TestScheduler, Akka.TestKit\""))
        var tracked = await system.TrackAsync(async tracking =>
        {
            orders.Tell(new PlaceOrder("honey"));
            await tracking.WaitUntilSettledAsync();
            ((TestScheduler)system.Scheduler).Advance(TimeSpan.FromDays(1));
        });
        // end snippet
        return tracked;
    }
}
