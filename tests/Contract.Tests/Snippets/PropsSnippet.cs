using Akka.Actor;
using Akka.Configuration;

namespace Shop;

internal static class PropsSnippet
{
    public static (ActorSystem System, IActorRef Orders) Run()
    {
        // snippet: props
        var system = ActorSystem.Create("shop", ConfigurationFactory.ParseString(
            """akka.extensions = ["AkkaInstrumentation.AkkaInstrumentationProvider, AkkaInstrumentation.Telemetry"]"""));

        var orders = system.ActorOf(Props.Create<OrderActor>().WithInstrumentation(), "orders");
        // end snippet
        return (system, orders);
    }
}
