namespace AkkaInstrumentation.Tests;

/// <summary>
/// The service map of three processes, drawn as Tempo's and the collector's service graphs draw it: an edge from the service of a Producer span to
/// that of the Consumer span which is its child.
/// </summary>
public sealed class ServiceGraphSpec
{
    private const int Requests = 20;

    [Fact]
    public async Task Three_services_that_send_each_other_messages_are_connected_and_no_end_of_an_edge_is_missing()
    {
        var spans = new ConcurrentBag<NodeSpan>();
        await using var shop = await NodeProcess.Start("remote", spans);
        await using var stock = await NodeProcess.Start("remote", spans);
        await using var payment = await NodeProcess.Start("remote", spans);
        await NodeTraces.Meet(shop, stock, spans);
        await NodeTraces.Meet(stock, payment, spans);

        for (var i = 0; i < Requests; i++)
        {
            Assert.Equal($"order-{i}", await shop.Ask($"order-{i}", stock, payment));
        }

        await NodeTraces.AreWhole("order", spans, Requests, handlers: 2 * Requests);
        var orders = spans.Where(span => span.Name.StartsWith("request order", StringComparison.Ordinal)).Select(span => span.Trace).ToHashSet();
        var ofOrders = spans.Where(span => orders.Contains(span.Trace)).ToList();
        Assert.Equal([(shop, stock, Requests), (stock, payment, Requests)], Edges(ofOrders).OrderBy(edge => edge.From == stock));
        Assert.Equal(2 * Requests, ofOrders.Count(span => span.Kind == nameof(ActivityKind.Producer)));
        Assert.All(ofOrders.Where(span => span.Kind == nameof(ActivityKind.Producer)), span => Assert.Equal("send String", span.Name));
    }

    // A span of a service is one end of an edge by the id of the trace and of the Producer, which is the Consumer's parent.
    private static IEnumerable<(NodeProcess? From, NodeProcess? To, int Count)> Edges(IReadOnlyCollection<NodeSpan> spans) =>
        from producer in spans
        where producer.Kind == nameof(ActivityKind.Producer)
        join consumer in spans on (producer.Trace, producer.Id) equals (consumer.Trace, consumer.Parent)
        where consumer.Kind == nameof(ActivityKind.Consumer)
        group producer by (From: producer.Node, To: consumer.Node) into edge
        select (edge.Key.From, edge.Key.To, edge.Count());
}
