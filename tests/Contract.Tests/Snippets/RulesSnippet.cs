using Akka.Hosting;
using AkkaInstrumentation;

namespace Shop;

internal static class RulesSnippet
{
    public static void Run(AkkaConfigurationBuilder akka)
    {
        // snippet: rules
        akka.WithInstrumentation(o =>
        {
            o.Rules.Add(new AkkaMessageRule { Message = ["Heartbeat*", "Ping"], Trace = AkkaTraceMode.Never });
            o.Rules.Add(new AkkaMessageRule { Path = ["/user/carts/**"], Ratio = 0.1 });
        });
        // end snippet
    }
}
