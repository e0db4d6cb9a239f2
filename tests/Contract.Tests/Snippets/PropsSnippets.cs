using Akka.Actor;
using Akka.Configuration;

namespace AkkaInstrumentation.Tests;

internal static class PropsSnippets
{
    public static (ActorSystem System, IActorRef Orders) SingleActor()
    {
        // snippet: props
        var system = ActorSystem.Create("shop", ConfigurationFactory.ParseString(
            """akka.extensions = ["AkkaInstrumentation.InstrumentationProvider, AkkaInstrumentation.Telemetry"]"""));

        var orders = system.ActorOf(Props.Create<OrderActor>().WithInstrumentation(), "orders");
        // end snippet
        return (system, orders);
    }

    public static Props Settings()
    {
        // snippet: props-settings
        var props = Props.Create<OrderActor>().WithInstrumentation(actor =>
        {
            actor.Trace = TraceMode.Always;
            actor.SpanName = "order {message}";
        });
        // end snippet
        return props;
    }
}
