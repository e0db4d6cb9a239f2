using Akka.Actor;
using AkkaInstrumentation;

namespace Shop;

internal static class HowExplainSnippet
{
    public static void Run(ActorSystem system)
    {
        // snippet: how-explain
        Console.WriteLine(AkkaInstrumentationExtension.For(system).Explain("/user/orders", typeof(string)));
        // end snippet
    }
}
