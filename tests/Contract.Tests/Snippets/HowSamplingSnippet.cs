using Akka.Actor;
using AkkaInstrumentation;

namespace Shop;

internal static class HowSamplingSnippet
{
    public static void Run(ActorSystem system)
    {
        // snippet: how-sampling
        var control = AkkaInstrumentationExtension.For(system).Control;
        control.SamplingRatio = 0.05;                                    // 5 % of the new traces
        control.TraceFully("/user/orders", TimeSpan.FromMinutes(5));     // and for five minutes every message to this actor
        control.Reset();                                                 // back to what the configuration says; the full trace goes on
        // end snippet
    }
}
