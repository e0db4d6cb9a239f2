namespace AkkaInstrumentation.Tests;

/// <summary>What arrives at a collector when <c>OTEL_EXPORTER_OTLP_ENDPOINT</c> is set, besides the spans of <see cref="OrderTraceSpec"/>.</summary>
[Collection(Alone.Name)]
public sealed class OtlpSpec
{
    private static readonly (string Metric, OtlpKind Kind, string Unit)[] Some =
    [
        ("akka.actor.messages", OtlpKind.Counter, "{message}"),
        ("akka.actor.live", OtlpKind.UpDownCounter, "{actor}"),
        ("akka.mailbox.depth", OtlpKind.UpDownCounter, "{message}"),
        ("akka.mailbox.wait.duration", OtlpKind.Histogram, "s"),
        ("akka.actor.process.duration", OtlpKind.Histogram, "s"),
    ];

    [Fact]
    public async Task Metrics_arrive_with_kind_unit_and_attributes_and_the_resource_names_the_service()
    {
        await using var shop = await ShopUnderTest.StartAndOpen();
        await shop.PlaceOrder();

        await Eventually.Passes(() =>
        {
            var points = shop.Metrics().Where(found => found.Has(("akka.actor.type", "OrderActor"))).ToList();
            Assert.All(Some, metric =>
            {
                var point = Assert.Single(points, found => found.Metric == metric.Metric);
                Assert.Equal((metric.Kind, metric.Unit, "shop"), (point.Kind, point.Unit, point.Attributes["akka.actor_system.name"]));
            });
        });
        Assert.Equal("shop", shop.Collector.Resource["service.name"]);
    }

    [Fact]
    public async Task Seconds_of_a_span_have_the_digits_of_microseconds()
    {
        await using var shop = await ShopUnderTest.StartAndOpen();
        await shop.PlaceOrder();

        await Eventually.Passes(() =>
        {
            var waits = shop.Spans().Select(span => span.Attributes.GetValueOrDefault("akka.mailbox.wait.duration")).OfType<double>().ToList();
            Assert.NotEmpty(waits);
            Assert.All(waits, wait => Assert.Equal(Math.Round(wait, 6), wait));
        });
    }
}
