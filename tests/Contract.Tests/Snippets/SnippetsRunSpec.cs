using System.Diagnostics.Metrics;
using Akka.Actor;
using Akka.Configuration;
using Akka.Hosting;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Shop;
using ShopUnderTest;
using OrderActor = Shop.OrderActor;

namespace AkkaInstrumentation.Tests;

/// <summary>Each snippet of the documents runs and gives what they promise: a span below the sender's, and metrics.</summary>
public sealed partial class SnippetsRunSpec : IDisposable
{
    // a run of a mailbox that began while nobody listened gives no spans: somebody does from the start, as the SDK would
    private readonly SpanRecorder _listening = SpanRecorder.UnderPath("/user/orders");

    public void Dispose() => _listening.Dispose();

    [Fact]
    public async Task Three_calls()
    {
        using var sdk = new SdkRecorder();
        var builder = Quiet();
        ThreeCallsSnippet.Run(builder);
        sdk.Join(builder.Services);

        using var host = builder.Build();
        await host.StartAsync();
        await AssertOrderIsTraced(await host.Services.GetRequiredService<ActorRegistry>().GetAsync<OrderActor>(), seesAsks: true);

        await Eventually.True(() => sdk.Spans.Any(span => span.DisplayName == "OrderActor/String"));
        Assert.Contains(sdk.Collect(), point => point.Metric == "akka.actor.messages" && point.Has("akka.actor.type", "OrderActor"));
        await host.StopAsync();
    }

    [Fact]
    public async Task Testing()
    {
        await using var system = Shop();
        await TestingSnippet.Run(system.System, system.System.ActorOf<OrderActor>());
    }

    [Fact]
    public async Task Span_attributes()
    {
        await using var system = Shop();
        using var spans = SpanRecorder.UnderPath("/user/span-attributes");
        system.System.ActorOf<OrderActor>("span-attributes").Tell(new SpanAttributesSnippet.PlaceOrder("A 7", "4242"));

        var span = Assert.Single(await spans.WaitForStopped(1));
        Assert.Equal(("A 7", "REDACTED"), (span.GetTagItem("order.id"), span.GetTagItem("order.card")));
    }

    [Fact]
    public async Task Coming_from_phobos()
    {
        await using var system = Shop();
        using var spans = SpanRecorder.UnderPath("/user/parcels");
        var weights = new List<double>();
        using var listener = new MeterListener
        {
            InstrumentPublished = (instrument, listener) =>
            {
                if (instrument.Name == "parcel.weight")
                {
                    listener.EnableMeasurementEvents(instrument);
                }
            },
        };
        listener.SetMeasurementEventCallback<double>((_, value, _, _) => weights.Add(value));
        listener.Start();
        system.System.ActorOf<ComingFromPhobosSnippet.ParcelActor>("parcels").Tell(2.5);

        var span = Assert.Single(await spans.WaitForStopped(1));
        Assert.Equal(2.5, Assert.Single(weights));
        Assert.Equal("ComingFromPhobosSnippet.ParcelActor/Double", span.DisplayName);
    }

    [Fact]
    public async Task Test_kit()
    {
        using var spec = new ShopSpec();
        await spec.An_order_charges_the_card_once();
    }

    [Fact]
    public async Task Track_until()
    {
        await using var system = Shop();
        var flow = await TrackingSnippet.Until(system.System, system.ActorOf(Akka.Actor.Props.Create(() => new InvoicedOrders(false))));
        Assert.Equal("InvoiceActor", flow.ShouldHaveNoOrphans().Messages[^1].ActorType);
    }

    [Fact]
    public async Task Track_virtual_time()
    {
        await using var system = Shop("akka.scheduler.implementation = \"Akka.TestKit.TestScheduler, Akka.TestKit\"");
        var flow = await VirtualTimeSnippet.Run(system.System, system.ActorOf(Akka.Actor.Props.Create(() => new InvoicedOrders(true))));
        Assert.Equal("InvoiceActor", flow.ShouldHaveNoOrphans().Messages[^1].ActorType);
    }

    [Fact]
    public async Task Dashboard()
    {
        var builder = Web();
        builder.Services.AddAuthentication("none").AddCookie("none", options => options.Events.OnRedirectToLogin = context =>
        {
            context.Response.StatusCode = 401;
            return Task.CompletedTask;
        });
        await using var app = DashboardSnippet.Run(builder);
        await app.StartAsync();
        using var browser = new HttpClient { BaseAddress = new Uri(app.Urls.Single()) };
        Assert.Equal(System.Net.HttpStatusCode.Unauthorized, (await browser.GetAsync("/akka/")).StatusCode);
        await app.StopAsync();
    }

    [Fact]
    public Task Code_options() => AssertTheHostRuns(CodeOptionsSnippet.Run, async system =>
    {
        using var recorder = SpanRecorder.UnderPath("/user/content");
        system.ActorOf(Akka.Actor.Props.Create<OrderActor>(), "content").Tell(new CodeOptionsSnippet.PlaceOrder(3, "red"));
        await recorder.WaitForStopped(1);
        var span = recorder.Stopped[0];
        Assert.Equal(("3 items", "red"), (span.GetTagItem("akka.message.content"), span.GetTagItem("shop.tenant")));
    });

    [Fact]
    public Task Rules() => AssertTheHostRuns(RulesSnippet.Run, system =>
    {
        Assert.Equal(AkkaTraceMode.Never, system.GetInsight().Explain("/user/orders", typeof(System.Net.NetworkInformation.Ping)).Trace);
        return Task.CompletedTask;
    });

    [Fact]
    public Task Options() => AssertTheHostRuns(
        OptionsSnippet.Run, system => AssertOrderIsTraced(system.ActorOf<OrderActor>("orders"), seesAsks: true));

    [Fact]
    public Task Appsettings() => AssertTheHostRunsOn(ReadmeSnippets.Text("appsettings-json"), _ => { });

    [Fact]
    public Task Appsettings_json() => AssertTheHostRunsOn(ReadmeSnippets.Text("appsettings-json"), system =>
    {
        var explained = system.GetInsight().Explain("/user/orders", typeof(System.Net.NetworkInformation.Ping));
        Assert.Equal(AkkaTraceMode.Never, explained.Trace);
        Assert.Contains("new traces = ratio 0.1: appsettings, budget 100: appsettings", explained.Reasons);
    });

    [Fact]
    public Task Run_time() => AssertTheHostRunsOn("{}", system =>
    {
        var control = AkkaInstrumentationExtension.For(system).Control;
        RunTimeSnippet.Run(new ServiceCollection().AddSingleton(control).BuildServiceProvider());
        Assert.Equal(0.01, control.SamplingRatio);
        Assert.Equal(AkkaTraceMode.Never, system.GetInsight().Explain("/user/carts/1", typeof(string)).Trace);
        Assert.Equal(AkkaTraceMode.Always, system.GetInsight().Explain("/user/orders", typeof(string)).Trace);
    });

    [Fact]
    public async Task Props_settings()
    {
        await using var system = Shop();
        system.ActorOf(PropsSettingsSnippet.Run(), "orders");
        var explained = system.System.GetInsight().Explain("/user/orders", typeof(string));
        Assert.Equal((AkkaTraceMode.Always, "order String"), (explained.Trace, explained.SpanName));
    }

    [Fact]
    public async Task Health_check()
    {
        var builder = Quiet();
        builder.Services.AddAkka("shop", (akka, _) => akka.WithInstrumentation());
        HealthCheckSnippet.Run(builder);
        await AssertItRuns(builder, async services =>
        {
            var report = await services.GetRequiredService<HealthCheckService>().CheckHealthAsync(check => check.Tags.Contains("ready"));
            Assert.Equal(HealthStatus.Healthy, Assert.Single(report.Entries, entry => entry.Key == "akka").Value.Status);
        });
    }

    [Fact]
    public async Task Health_endpoint()
    {
        var builder = Web("akka.instrumentation.pressure.enabled = off");
        builder.Services.AddHealthChecks().AddAkkaHealthCheck();
        await using var app = builder.Build();
        HealthEndpointSnippet.Run(app);
        await app.StartAsync();
        using var browser = new HttpClient { BaseAddress = new Uri(app.Urls.Single()) };

        var answer = await browser.GetStringAsync("/health");

        Assert.Contains("\"key\":\"akka\",\"status\":\"Healthy\"", answer, StringComparison.Ordinal);
        Assert.Contains("\"unchecked\":[\"", answer, StringComparison.Ordinal);
        await app.StopAsync();
    }

    [Fact]
    public async Task Flow_map()
    {
        Assert.Contains(
            "n0[\"Ask\"]\n  n1[\"OrderActor\"]\n  n0 -->|\"String ", await Printed(FlowMapSnippet.Run), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Findings()
    {
        await using var system = Systems.Instrumented("akka.loglevel = OFF");
        var heard = new TaskCompletionSource<AkkaFinding>(TaskCreationOptions.RunContinuationsAsynchronously);
        using var findings = FindingsSnippet.Run(system.System, system.ActorOf((_, message) => heard.TrySetResult((AkkaFinding)message)));
        var failing = system.ActorOf(Handler.Fallible);
        for (var i = 0; i < 20; i++)
        {
            failing.Tell("fail", ActorRefs.NoSender);
        }

        Assert.Contains((await heard.Task.WaitAsync(TimeSpan.FromSeconds(60))).Kind, new[] { "failing", "restarting" });
    }

    [Fact]
    public async Task Hocon_defaults() => await AssertOrdersAreTraced(HoconDefaultsSnippet.Run());

    [Fact]
    public async Task Hocon() =>
        await AssertOrdersAreTraced(ActorSystem.Create("shop", ConfigurationFactory.ParseString(ReadmeSnippets.Text("hocon"))));

    [Fact]
    public async Task Props()
    {
        var (system, orders) = PropsSnippet.Run();
        await AssertOrderIsTraced(orders);
        await Eventually.Within(system.Terminate());
    }

    private static async Task AssertOrdersAreTraced(ActorSystem system)
    {
        await AssertOrderIsTraced(system.ActorOf<OrderActor>("orders"));
        await Eventually.Within(system.Terminate());
    }

    // Asks have spans where WithInstrumentation() chooses the actor reference provider.
    private static async Task AssertOrderIsTraced(IActorRef orders, bool seesAsks = false)
    {
        // what is sent before an actor has started is enqueued by its supervisor, outside the sender's span
        await orders.Ask<string>("water");
        using var recorder = SpanRecorder.WithRoot(out var root);
        Assert.Equal("confirmed: tea", await orders.Ask<string>("tea"));
        root.Stop();

        await recorder.WaitForStopped(seesAsks ? 3 : 2);
        Assert.Equal(seesAsks ? "test\n  ask String\n    OrderActor/String" : "test\n  OrderActor/String", recorder.Tree());
    }

    private static async Task AssertTheHostRuns(Action<AkkaConfigurationBuilder> configure, Func<ActorSystem, Task> assert)
    {
        var builder = Quiet();
        builder.Services.AddAkka("shop", (akka, _) => configure(akka));
        await AssertItRuns(builder, services => assert(services.GetRequiredService<ActorSystem>()));
    }

    private static async Task AssertTheHostRunsOn(string json, Action<ActorSystem> assert)
    {
        var builder = Quiet();
        builder.Configuration.AddJsonStream(new MemoryStream(System.Text.Encoding.UTF8.GetBytes(json)));
        AppSettingsSnippet.Run(builder);
        await AssertItRuns(builder, services =>
        {
            assert(services.GetRequiredService<ActorSystem>());
            return Task.CompletedTask;
        });
    }

    private static async Task AssertItRuns(HostApplicationBuilder builder, Func<IServiceProvider, Task> assert)
    {
        using var host = builder.Build();
        await host.StartAsync();
        await assert(host.Services);
        await host.StopAsync();
    }

    private static TestSystem Shop(string hocon = "") =>
        new(ActorSystem.Create("shop", AkkaInstrumentationConfig.Defaults.WithFallback(Systems.Parse(hocon))));

    private static WebApplicationBuilder Web(string hocon = "", string environment = "Production")
    {
        var builder = WebApplication.CreateBuilder(new WebApplicationOptions { EnvironmentName = environment });
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Services.AddAkka("shop", (akka, _) => akka.AddHocon(Systems.Parse(hocon), HoconAddMode.Prepend).WithInstrumentation());
        return builder;
    }

    private static HostApplicationBuilder Quiet()
    {
        var builder = Host.CreateApplicationBuilder();
        builder.Logging.ClearProviders();
        return builder;
    }
}
