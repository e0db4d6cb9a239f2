using System.Text.Json;
using WebApi.Orders;

namespace AkkaInstrumentation.Tests;

/// <summary>The lines of an order: as a collector gets them, and as the page shows them.</summary>
[Collection(Alone.Name)]
public sealed class LogsSpec
{
    private const int Information = 9;
    private const int Warning = 13;
    private const int Error = 17;

    [Fact]
    public async Task Lines_arrive_at_the_collector_in_the_spans_in_which_they_were_logged()
    {
        await using var shop = await ShopUnderTest.StartAndOpen();
        await shop.PlaceOrder(OrderRequest.BadCard);
        var trace = Assert.Single(await shop.Traces(traces: 1, spansInEach: 9));

        await Eventually.Passes(() =>
        {
            var lines = shop.Logs().Where(line => line.TraceId == trace.Request.TraceId).ToList();
            AssertIn(trace.The("OrderActor", "PlaceOrder"), Information, "1 x tea");
            AssertIn(trace.The("OrderActor", "PlaceOrder"), Warning, "is declined");
            AssertIn(trace.The("PaymentActor", "ChargeCard"), Information, "The card is good");
            AssertIn(trace.The("BankActor", "ChargeCard"), Error, "The line to the bank dropped");

            void AssertIn(OtlpSpan span, int severity, string text)
            {
                var line = Assert.Single(lines, line => line.Severity == severity && line.Text.Contains(text, StringComparison.Ordinal));
                Assert.Equal((span.Id, 1u), (line.SpanId, line.Flags & 1));
            }
        });
    }

    [Fact]
    public async Task The_dashboard_gets_the_lines_of_a_trace_with_the_failing_one_marked()
    {
        await using var shop = await ShopUnderTest.StartAndOpen();
        await Api("overview");
        await shop.PlaceOrder(OrderRequest.BadCard);

        await Eventually.Passes(() =>
        {
            var id = Api("traces?order=failed").GetAwaiter().GetResult().GetProperty("traces").EnumerateArray().First().GetProperty("id").GetString();
            var trace = Api($"trace?id={id}").GetAwaiter().GetResult();
            var hops = trace.GetProperty("hops").EnumerateArray()
                .ToDictionary(hop => hop.GetProperty("id").GetString()!, hop => hop.GetProperty("name").GetString());
            var lines = trace.GetProperty("lines").EnumerateArray().ToList();
            Assert.Equal(
                [
                    "OrderActor Information False",
                    "PaymentActor Information False",
                    "BankActor Error True",
                    "OrderActor Warning False",
                ],
                lines.Select(line => $"{hops[line.GetProperty("spanId").GetString()!]} {line.GetProperty("level")} {line.GetProperty("failed")}")
                    .Order(new ByHop()));
            Assert.All(lines, line => Assert.StartsWith("akka://shop/user/", line.GetProperty("text").GetString(), StringComparison.Ordinal));
            Assert.All(lines, line => Assert.DoesNotContain("\n", line.GetProperty("text").GetString(), StringComparison.Ordinal));
        });

        Task<JsonElement> Api(string question) => ReadApi.Ask(shop.Client, new Uri(shop.Address, $"/akka/api/v1/{question}"));
    }

    // The supervisor's line and the order's last one come from two threads, so their times prove nothing.
    private sealed class ByHop : IComparer<string>
    {
        private static readonly string[] Expected = ["OrderActor Information", "PaymentActor Information", "BankActor Error", "OrderActor Warning"];

        public int Compare(string? x, string? y) => Place(x!).CompareTo(Place(y!));

        private static int Place(string line) => Array.FindIndex(Expected, expected => line.StartsWith(expected, StringComparison.Ordinal));
    }
}
