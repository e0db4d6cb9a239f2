using Akka.Actor;
using AkkaInstrumentation;

namespace Shop;

internal static class HowTagSnippet
{
    // snippet: how-tag
    public sealed class BasketActor : ReceiveActor
    {
        public BasketActor() => Receive<string>(item =>
        {
            AkkaCurrentMessage.Span?.SetTag("basket.item", item); // null if the message has no span
            using var lookup = AkkaCurrentMessage.StartSpan("look up the price");
            Sender.Tell(item.Length);
        });
    }
    // end snippet
}
