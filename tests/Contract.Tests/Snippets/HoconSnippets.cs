using Akka.Actor;
using Akka.Configuration;

namespace AkkaInstrumentation.Tests;

internal static class HoconSnippets
{
    public static ActorSystem Defaults()
    {
        // snippet: hocon-defaults
        var config = ConfigurationFactory.ParseString("akka.instrumentation.system-actors = off");
        var system = ActorSystem.Create("shop", InstrumentationConfig.Defaults.WithFallback(config));
        // end snippet
        return system;
    }
}
