using System.Net.Http.Json;
using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using OpenTelemetry.Logs;
using OpenTelemetry.Metrics;
using OpenTelemetry.Trace;
using WebApi;
using WebApi.Actors;
using WebApi.Orders;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// The sample, started in this process on a free port without customers, with a collector beside it. One at a time: the
/// instrumentation's source and meter are the process', so two shops would hear each other.
/// </summary>
public sealed class ShopUnderTest : IAsyncDisposable
{
    /// <summary>An argument: the mailbox recovers soon.</summary>
    public const string ShortRush = "--Warehouse:RushTime=00:00:05";

    private readonly WebApplication _app;

    private ShopUnderTest(WebApplication app, OtlpReceiver collector)
    {
        _app = app;
        Collector = collector;

        // a customer of another process: no span of its own
        Client = new HttpClient(new SocketsHttpHandler { ActivityHeadersPropagator = null }) { BaseAddress = new Uri(app.Urls.First()) };
    }

    public OtlpReceiver Collector { get; }

    public HttpClient Client { get; }

    public IServiceProvider Services => _app.Services;

    public Uri Address => Client.BaseAddress!;

    public static async Task<ShopUnderTest> Start(params string[] args)
    {
        var collector = new OtlpReceiver();
        var app = Shop.Build(
        [
            "--urls=http://127.0.0.1:0",
            "--Traffic:Running=false",
            $"--OTEL_EXPORTER_OTLP_ENDPOINT={collector.Address}",
            "--OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf",
            .. args,
        ]);
        await app.StartAsync();
        return new ShopUnderTest(app, collector);
    }

    /// <summary>Starts the shop and waits until the stock actor has its catalogue and stashes no more.</summary>
    public static async Task<ShopUnderTest> StartAndOpen(params string[] args)
    {
        var shop = await Start(args);
        await Eventually.Equal(1, () => shop.Sum("akka.actor.messages", ("akka.actor.type", "StockActor"), ("akka.message.type", "Catalogue")));
        return shop;
    }

    public Task<OrderResult> PlaceOrder(string card = OrderRequest.GoodCard) => PlaceOrder(card, Client);

    private static async Task<OrderResult> PlaceOrder(string card, HttpClient customer)
    {
        using var response = await customer.PostAsJsonAsync("/orders", new OrderRequest("tea", 1, card));
        return (await response.EnsureSuccessStatusCode().Content.ReadFromJsonAsync<OrderResult>())!;
    }

    /// <summary>The same, with all that it causes: from the customer's request through every actor.</summary>
    public async Task<TrackedAction<OrderResult>> TrackOrder(string card = OrderRequest.GoodCard)
    {
        // the request carries the trace of the flow
        using var customer = new HttpClient { BaseAddress = Address };
        return await Services.GetRequiredService<ActorSystem>().TrackAsync(() => PlaceOrder(card, customer), TimeSpan.FromSeconds(60));
    }

    /// <summary>The address of a view of the dashboard.</summary>
    public Uri View(string view) => new(Address, $"/akka/#/{view}");

    /// <summary>What the dashboard answers.</summary>
    public JsonElement Dashboard(string question) => ReadApi.Ask(Client, new Uri(Address, $"/akka/api/v1/{question}")).GetAwaiter().GetResult();

    /// <summary>Collects the metrics now and adds up what matches.</summary>
    public long Sum(string metric, params (string Key, object Value)[] attributes) =>
        Metrics().Where(point => point.Metric == metric && attributes.All(point.Has)).Sum(point => point.Value);

    /// <summary>
    /// What this shop emits. Others of this process that have ended leave their last values for a minute, and have an earlier number.
    /// </summary>
    public IReadOnlyList<OtlpPoint> Metrics()
    {
        Services.GetRequiredService<MeterProvider>().ForceFlush();
        var points = Collector.Metrics;
        var latest = points.Select(Number).DefaultIfEmpty().Max();
        return [.. points.Where(point => !point.Attributes.ContainsKey("akka.actor_system.name") || Number(point) == latest)];

        static long Number(OtlpPoint point) => point.Attributes.GetValueOrDefault("akka.actor_system.instance") is long number ? number : 1;
    }

    public IReadOnlyList<OtlpLogRecord> Logs()
    {
        Services.GetRequiredService<LoggerProvider>().ForceFlush();
        return Collector.Logs;
    }

    public IReadOnlyList<OtlpSpan> Spans()
    {
        Services.GetRequiredService<TracerProvider>().ForceFlush();
        return Collector.Spans;
    }

    /// <summary>The traces that begin with an HTTP request, once there are so many and each has so many spans.</summary>
    public async Task<IReadOnlyList<OrderTrace>> Traces(int traces, int spansInEach)
    {
        IReadOnlyList<OrderTrace> found = [];
        await Eventually.True(
            () =>
            {
                found = OrderTrace.AllOf(Spans());
                return found.Count == traces && found.All(trace => trace.Spans.Count >= spansInEach);
            },
            () => $"found {found.Count} traces: {string.Join("; ", found)}");
        return found;
    }

    public async ValueTask DisposeAsync()
    {
        Client.Dispose();
        await _app.StopAsync();
        await _app.DisposeAsync();
        Collector.Dispose();
    }
}
