namespace AkkaInstrumentation.Tests;

/// <summary>What the real dashboard of Aspire shows of the samples.</summary>
[Collection(Alone.Name)]
public sealed class AspireSpec
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(1);

    [AspireFact]
    public async Task An_order_is_one_trace_across_nodes_with_each_message_by_name()
    {
        using var aspire = await AspireDashboard.Start();
        using var sample = await ClusterSample.Start(aspire.Collector);

        await Eventually.Passes(
            () => Assert.Contains(TracesIn(aspire), trace => trace.Any(hop => hop is { Service: "shop-front", Name: "CustomerActor/String" })
                && trace.Any(hop => hop is { Service: "shop-back", Name: "StockActor/Reserve" })
                && trace.Any(hop => hop is { Service: "shop-front", Name: "CustomerActor/OrderPlaced" })),
            Patience);
        if (Chromium.Executable is not null)
        {
            await ThePageShows(aspire, TracesIn(aspire)
                .First(trace => trace.Any(hop => hop.Name == "StockActor/Reserve") && trace.Any(hop => hop.Service == "shop-front")).Key);
        }
    }

    [AspireFact]
    public async Task A_failed_hop_is_an_error_and_the_lines_of_its_trace_have_their_spans()
    {
        using var aspire = await AspireDashboard.Start();
        using var shop = ShopProcess.Start("--urls", "http://127.0.0.1:0", "--Traffic:Running=false",
            $"--OTEL_EXPORTER_OTLP_ENDPOINT={aspire.Collector}", "--OTEL_METRIC_EXPORT_INTERVAL=500");
        using var client = new HttpClient { BaseAddress =
            new Uri((await shop.Line()).Split(' ').Single(word => word.StartsWith("http", StringComparison.Ordinal))) };
        await client.PostAsync("orders", new StringContent("""{ "product": "tea", "card": "0000" }""", new System.Net.Http.Headers.MediaTypeHeaderValue("application/json")));

        await Eventually.Passes(
            () =>
            {
                var failed = aspire.Spans("hasError=true").GetAwaiter().GetResult();
                Assert.Equal("The line to the bank dropped", Assert.Single(failed, hop => hop.Name == "BankActor/ChargeCard").Error);
                var payment = Assert.Single(failed, hop => hop.Name == "PaymentActor/ChargeCard");
                var lines = aspire.Logs().GetAwaiter().GetResult();
                Assert.Contains(lines, line => (line.Trace, line.Span) == (payment.Trace, payment.Span)
                    && line.Text.Contains("the bank charges", StringComparison.Ordinal));
                Assert.Contains(aspire.Resources().GetAwaiter().GetResult(), resource => resource is { Name: "shop", HasMetrics: true });
            },
            Patience);
    }

    private static IEnumerable<IGrouping<string, AspireDashboard.Hop>> TracesIn(AspireDashboard aspire) =>
        aspire.Spans().GetAwaiter().GetResult().GroupBy(hop => hop.Trace);

    // With PICTURES=1 it is also the picture of docs/getting-started.md.
    private static async Task ThePageShows(AspireDashboard aspire, string trace)
    {
        using var page = await BrowserPage.Open(new Uri(aspire.Address, $"traces/detail/{trace}"));
        await page.Resize(1200, 560, mobile: false);
        await Eventually.Passes(
            () =>
            {
                var text = page.Now<string>("document.body.innerText");
                Assert.All(new[] { "CustomerActor/String", "StockActor/Reserve", "shop-back" },
                    name => Assert.Contains(name, text, StringComparison.Ordinal));
            },
            Patience);
        if (Environment.GetEnvironmentVariable("PICTURES") == "1")
        {
            await page.Screenshot(PicturesSpec.FileOf("aspire"));
        }
    }
}
