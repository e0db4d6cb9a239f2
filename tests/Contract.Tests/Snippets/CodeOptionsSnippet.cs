using System.Diagnostics;
using Akka.Hosting;
using AkkaInstrumentation;

namespace Shop;

internal static class CodeOptionsSnippet
{
    public static void Run(AkkaConfigurationBuilder akka)
    {
        // snippet: code-options
        akka.WithInstrumentation(o =>
        {
            o.Tracing.Content.Enabled = true;
            o.Tracing.Content.Redactor = message => message is PlaceOrder order ? $"{order.Items} items" : null;
            o.Tracing.Enrich = (span, message) => span.SetTag("shop.tenant", TenantOf(message.Message));
        });
        // end snippet
    }

    private static string TenantOf(object message) => message is PlaceOrder order ? order.Tenant : "none";

    internal sealed record PlaceOrder(int Items, string Tenant);
}
