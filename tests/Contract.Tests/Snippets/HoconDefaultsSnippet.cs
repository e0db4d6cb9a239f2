using Akka.Actor;
using Akka.Configuration;
using AkkaInstrumentation;

namespace Shop;

internal static class HoconDefaultsSnippet
{
    public static ActorSystem Run()
    {
        // snippet: hocon-defaults
        var config = ConfigurationFactory.ParseString("akka.instrumentation.system-actors = off");
        var system = ActorSystem.Create("shop", config.WithAkkaInstrumentation());
        // end snippet
        return system;
    }
}
