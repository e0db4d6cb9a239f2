using Akka.Actor;
using AkkaInstrumentation;

namespace Shop;

internal static class FlowMapSnippet
{
    public static async Task Run()
    {
        // snippet: flow-map
        var system = ActorSystem.Create("shop", AkkaInstrumentationConfig.Defaults);
        using var recording = system.GetInsight().RecordFlow();

        var orders = system.ActorOf<OrderActor>("orders");
        await orders.Ask<string>("tea");
        await system.Terminate();

        Console.WriteLine(recording.Read().ToMermaid());
        // end snippet
    }
}
