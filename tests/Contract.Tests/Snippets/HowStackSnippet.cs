using Akka.Actor;

namespace Shop;

internal static class HowStackSnippet
{
    public static void Run(ActorSystem system)
    {
        // snippet: how-stack
        system.ShowBlockedStacks();
        // end snippet
    }
}
