using Akka.Actor;
using AkkaInstrumentation;

namespace Shop;

internal static class HowFollowSnippet
{
    public static void Run(ActorSystem system)
    {
        // snippet: how-follow
        var control = AkkaInstrumentationExtension.For(system).Control;
        control.Change("rules.follow { message = \"PlaceOrder\", trace = always, order = -1 }");
        // later
        control.Change("rules.follow.enabled = off");
        // end snippet
    }
}
