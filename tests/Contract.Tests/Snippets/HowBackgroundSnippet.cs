using System.Diagnostics;
using Akka.Actor;
using Akka.Hosting;
using Microsoft.Extensions.Hosting;

namespace Shop;

internal static class HowBackgroundSnippet
{
    // snippet: how-background
    public sealed class Nightly(IRequiredActor<OrderActor> orders) : BackgroundService
    {
        public static readonly ActivitySource Source = new("Shop.Nightly"); // and tracing.AddSource("Shop.Nightly")

        protected override async Task ExecuteAsync(CancellationToken stoppingToken)
        {
            var actor = await orders.GetAsync(stoppingToken);
            using var activity = Source.StartActivity("nightly order"); // the trace begins here, on this node
            await actor.Ask<string>("tea", stoppingToken);
        }
    }
    // end snippet
}
