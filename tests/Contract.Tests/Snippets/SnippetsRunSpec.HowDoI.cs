using System.Net;
using Akka.Event;
using Akka.Hosting;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using ModelContextProtocol.Client;
using OpenTelemetry;
using OpenTelemetry.Metrics;
using OpenTelemetry.Trace;
using Shop;
using OrderActor = Shop.OrderActor;

namespace AkkaInstrumentation.Tests;

/// <summary>The snippets of docs/how-do-i.md and of the start pages that are no whole programs.</summary>
public sealed partial class SnippetsRunSpec
{
    [Fact]
    public async Task How_follow()
    {
        await using var system = Shop();
        HowFollowSnippet.Run(system.System);
        var explained = system.System.GetInsight().Explain("/user/orders", typeof(ShopUnderTest.PlaceOrder));
        Assert.Equal(AkkaTraceMode.Sampled, explained.Trace); // switched on and off again
    }

    [Fact]
    public async Task How_sampling()
    {
        await using var system = Shop();
        HowSamplingSnippet.Run(system.System);
        Assert.Equal(1, AkkaInstrumentationExtension.For(system.System).Control.SamplingRatio);
        Assert.Equal(AkkaTraceMode.Always, system.System.GetInsight().Explain("/user/orders", typeof(string)).Trace);
    }

    [Fact]
    public Task How_five_percent() => AssertTheHostRunsOn(
        ReadmeSnippets.Text("how-five-percent"), system => Assert.Equal(0.05, AkkaInstrumentationExtension.For(system).Control.SamplingRatio));

    [Fact]
    public Task How_exclude() => AssertTheHostRunsOn(ReadmeSnippets.Text("how-exclude"), system => Assert.Equal(
        AkkaTraceMode.Never, system.GetInsight().Explain("/user/orders", typeof(System.Net.NetworkInformation.Ping)).Trace));

    [Fact]
    public async Task How_explain()
    {
        await using var system = Shop();
        Assert.Contains("trace = sampled", await Printed(() =>
        {
            HowExplainSnippet.Run(system.System);
            return Task.CompletedTask;
        }), StringComparison.Ordinal);
    }

    [Fact]
    public async Task How_tag()
    {
        await using var system = Shop();
        using var spans = SpanRecorder.UnderPath("/user/basket");
        Assert.Equal(3, await system.System.ActorOf<HowTagSnippet.BasketActor>("basket").Ask<int>("tea"));
        Assert.Equal("tea", Assert.Single(await spans.WaitForStopped(1)).GetTagItem("basket.item"));
    }

    [Fact]
    public async Task How_stream()
    {
        await using var system = Shop();
        using var metrics = new MetricRecorder(system);
        var (orders, stored) = HowStreamSnippet.Run(system.System);
        orders.Tell(new HowStreamSnippet.Order("tea"));
        await Eventually.Equal(1, () => metrics.Sum("akka.stream.elements", ("akka.stream.name", "stored")));
        orders.Tell(new Akka.Actor.Status.Success("done"));
        await Eventually.Within(stored);
    }

    [Fact]
    public async Task How_state()
    {
        await using var system = Shop();
        await system.System.ActorOf<HowStateSnippet.CartActor>("cart").Ask<int>("tea");
        system.Control.Change("actor-states = on");
        Assert.Equal("open, 1 items", (await system.System.GetInsight().ReadStateAsync("/user/cart"))!.Shown);
    }

    [Fact]
    public async Task How_stack()
    {
        await using var system = Shop();
        Assert.Null(Record.Exception(() => HowStackSnippet.Run(system.System)));
    }

    [Fact]
    public void How_hide()
    {
        using var span = new Activity("failed").SetStatus(ActivityStatusCode.Error, "secret");
        using var processor = new HowHideSnippet.WithoutTexts();
        processor.OnEnd(span);
        Assert.Equal((ActivityStatusCode.Error, null), (span.Status, span.StatusDescription));
    }

    [Fact]
    public async Task How_probe()
    {
        await using var app = HowProbeSnippet.Run(Web());
        await app.StartAsync();
        using var probe = new HttpClient { BaseAddress = new Uri(app.Urls.Single()) };
        Assert.Equal(HttpStatusCode.OK, (await probe.GetAsync("/livez")).StatusCode);
        Assert.Equal(HttpStatusCode.OK, (await probe.GetAsync("/readyz")).StatusCode);
        await app.StopAsync();
    }

    [Fact]
    public async Task How_rights()
    {
        var builder = Web();
        builder.Services.AddAuthentication("none").AddCookie("none", options => options.Events.OnRedirectToLogin = context =>
        {
            context.Response.StatusCode = 401;
            return Task.CompletedTask;
        });
        await using var app = HowRightsSnippet.Run(builder);
        await app.StartAsync();
        using var browser = new HttpClient { BaseAddress = new Uri(app.Urls.Single()) };
        Assert.Equal(HttpStatusCode.Unauthorized, (await browser.GetAsync("/akka/")).StatusCode);
        await app.StopAsync();
    }

    [Fact]
    public async Task How_background()
    {
        using var sdk = new SdkRecorder();
        var builder = Quiet();
        builder.Services.AddAkka("shop", (akka, services) => akka.WithInstrumentation(services).WithActors(
            (system, registry) => registry.Register<OrderActor>(system.ActorOf<OrderActor>("orders"))));
        builder.Services.AddOpenTelemetry().WithTracing(tracing => tracing.AddSource("Shop.Nightly").AddAkkaInstrumentation());
        builder.Services.AddHostedService<HowBackgroundSnippet.Nightly>();
        sdk.Join(builder.Services);
        using var host = builder.Build();
        await host.StartAsync();

        await Eventually.True(() => sdk.Spans.Any(span => span.DisplayName == "nightly order"));
        await host.StopAsync();
    }

    [Fact]
    public async Task How_prometheus()
    {
        await using var app = HowPrometheusSnippet.Run(Web());
        await app.StartAsync();
        using var prometheus = new HttpClient { BaseAddress = new Uri(app.Urls.Single()) };
        await Eventually.True(async () => (await prometheus.GetStringAsync("/metrics")).Contains("akka_actor_", StringComparison.Ordinal));
        await app.StopAsync();
    }

    [Fact]
    public Task How_log_level() => AssertTheHostRuns(HowLogLevelSnippet.Run, system =>
    {
        Assert.Equal(LogLevel.DebugLevel, system.EventStream.LogLevel);
        return Task.CompletedTask;
    });

    [Fact]
    public Task How_log_level_change() => AssertTheHostRuns(HowLogLevelSnippet.Run, system =>
    {
        HowLogLevelChangeSnippet.Run(system);
        var filter = system.Settings.Setup.Get<LogFilterSetup>().Value.Filters.OfType<AkkaLogLevelFilter>().Single();
        Assert.Equal(LogFilterDecision.NoDecision, filter.ShouldKeepMessage(new Akka.Event.Debug("akka://shop/user/orders", typeof(object), "")));
        Assert.Equal(LogFilterDecision.Drop, filter.ShouldKeepMessage(new Akka.Event.Debug("akka://shop/user/carts", typeof(object), "")));
        return Task.CompletedTask;
    });

    [Fact]
    public async Task Worker_page()
    {
        var port = FreePort.Find();
        using var worker = WorkerPageSnippet.Run(port);
        await worker.StartAsync();
        using var browser = new HttpClient { BaseAddress = new Uri($"http://localhost:{port}") };
        Assert.Equal(HttpStatusCode.OK, (await browser.GetAsync("/akka/")).StatusCode);
        await worker.StopAsync();
    }

    [Fact]
    public async Task Agent_tools()
    {
        var builder = Web(environment: "Development");
        await using var app = AgentToolsSnippet.Run(builder);
        await app.StartAsync();
        await using var agent = await McpClient.CreateAsync(
            new HttpClientTransport(new() { Endpoint = new Uri(new Uri(app.Urls.Single()), "/akka/mcp") }));
        Assert.Contains("akka_status", (await agent.ListToolsAsync()).Select(tool => tool.Name));
        await app.StopAsync();
    }

    /// <summary>As OpenTelemetry's automatic instrumentation does it: it makes the object and finds the methods by name and type.</summary>
    [Fact]
    public async Task Auto_plugin()
    {
        var plugin = Activator.CreateInstance<AkkaPlugin>();
        var (spans, metrics) = (new List<Activity>(), new List<Metric>());
        using var tracing = Configured("BeforeConfigureTracerProvider", Sdk.CreateTracerProviderBuilder())
            .AddProcessor(new SimpleActivityExportProcessor(new Kept<Activity>(spans))).Build();
        using var metering = Configured("BeforeConfigureMeterProvider", Sdk.CreateMeterProviderBuilder())
            .AddReader(new BaseExportingMetricReader(new Kept<Metric>(metrics))).Build();
        await using var system = Shop();
        await system.System.ActorOf<OrderActor>("plugged").Ask<string>("tea");
        await Eventually.True(() =>
        {
            lock (spans)
            {
                return spans.Exists(span => span.DisplayName == "OrderActor/String");
            }
        });
        metering.ForceFlush();
        Assert.Contains(metrics, metric => metric.Name == "akka.actor.messages");

        T Configured<T>(string method, T builder) => (T)typeof(AkkaPlugin).GetMethod(method, [typeof(T)])!.Invoke(plugin, [builder])!;
    }

    private sealed class Kept<T>(List<T> kept) : BaseExporter<T>
        where T : class
    {
        public override ExportResult Export(in Batch<T> batch)
        {
            lock (kept)
            {
                foreach (var one in batch)
                {
                    kept.Add(one);
                }
            }

            return ExportResult.Success;
        }
    }

    private static async Task<string> Printed(Func<Task> action)
    {
        var (console, printed) = (Console.Out, new StringWriter());
        Console.SetOut(printed);
        try
        {
            await action();
        }
        finally
        {
            Console.SetOut(console);
        }

        return printed.ToString();
    }
}
