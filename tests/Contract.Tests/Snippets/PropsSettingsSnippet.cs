using Akka.Actor;
using AkkaInstrumentation;

namespace Shop;

internal static class PropsSettingsSnippet
{
    public static Props Run()
    {
        // snippet: props-settings
        var props = Props.Create<OrderActor>().WithInstrumentation(actor =>
        {
            actor.Trace = AkkaTraceMode.Always;
            actor.SpanName = "order {message}";
        });
        // end snippet
        return props;
    }
}
