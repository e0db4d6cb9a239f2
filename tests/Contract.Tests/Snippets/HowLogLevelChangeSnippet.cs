using Akka.Actor;
using Akka.Event;
using AkkaInstrumentation;

namespace Shop;

internal static class HowLogLevelChangeSnippet
{
    public static void Run(ActorSystem system)
    {
        // snippet: how-log-level-change
        var control = AkkaInstrumentationExtension.For(system).Control;
        control.SetLogLevel("/user/orders", LogLevel.DebugLevel, TimeSpan.FromMinutes(5), lines: 1_000);
        // end snippet
    }
}
