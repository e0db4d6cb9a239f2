namespace AkkaInstrumentation.Tests;

/// <summary>What arrives at a collector when <c>OTEL_EXPORTER_OTLP_ENDPOINT</c> is set, besides the spans of <see cref="OrderTraceSpec"/>.</summary>
[Collection(Alone.Name)]
public sealed class OtlpSpec
{
    [Theory]
    [InlineData("akka.actor.messages", OtlpKind.Counter, "{message}")]
    [InlineData("akka.actor.live", OtlpKind.UpDownCounter, "{actor}")]
    [InlineData("akka.mailbox.depth", OtlpKind.UpDownCounter, "{message}")]
    [InlineData("akka.mailbox.wait.duration", OtlpKind.Histogram, "s")]
    [InlineData("akka.actor.process.duration", OtlpKind.Histogram, "s")]
    public async Task Metrics_arrive_with_kind_unit_and_attributes(string name, OtlpKind kind, string unit)
    {
        await using var shop = await ShopUnderTest.StartAndOpen();
        await shop.PlaceOrder();

        await Eventually.Passes(() =>
        {
            var point = Assert.Single(
                shop.Metrics(), found => found.Metric == name && found.Has(("akka.actor.type", "OrderActor")));
            Assert.Equal(kind, point.Kind);
            Assert.Equal(unit, point.Unit);
            Assert.Equal("shop", point.Attributes["akka.system.name"]);
        });
    }

    [Fact]
    public async Task The_resource_names_the_service()
    {
        await using var shop = await ShopUnderTest.StartAndOpen();
        Assert.Equal("shop", shop.Collector.Resource["service.name"]);
    }
}
