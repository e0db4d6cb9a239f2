using Akka.Actor;

namespace Shop;

internal static class HowExplainSnippet
{
    public static void Run(ActorSystem system)
    {
        // snippet: how-explain
        Console.WriteLine(system.GetInsight().Explain("/user/orders", typeof(string)));
        // end snippet
    }
}
