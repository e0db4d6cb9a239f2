using AkkaInstrumentation;

namespace Shop;

internal static class SpanAttributesSnippet
{
    // snippet: span-attributes
    public sealed record PlaceOrder(
        [property: SpanAttribute("order.id")] string Id,
        [property: SpanAttribute("order.card", Redact = true)] string Card);
    // end snippet
}
