using System.Diagnostics;
using Akka.Actor;
using Akka.Configuration;
using Akka.Hosting;
using OpenTelemetry;
using OpenTelemetry.Metrics;
using OpenTelemetry.Trace;

namespace AkkaInstrumentation.Tests;

/// <summary>The three ways to instrument (Akka.Hosting's builder, HOCON alone, Props), each from the call to the exporter.</summary>
public sealed class ThreeWaysSpec
{
    private static readonly ActivitySource Senders = new("ThreeWays.Tests");

    [Fact]
    public async Task By_the_hosting_builder()
    {
        await using var host = await TestHost.Start(akka => akka.WithInstrumentation());
        await host.AssertInstrumented(await host.StartActor(Echo.Props));
        Assert.Contains(host.Points(), point => point.Metric == AkkaMetricNames.ActorMessages);
    }

    [Fact]
    public async Task By_HOCON_alone()
    {
        using var sdk = new SdkRecorder();
        using var tracing = Tracing(sdk, builder => builder.AddSource("AkkaInstrumentation"));
        using var metrics = Metrics(sdk, builder => builder.AddMeter("AkkaInstrumentation"));
        await using var system = Systems.Plain(
            """
            akka.actor {
              default-mailbox.mailbox-type = "AkkaInstrumentation.UnboundedInstrumentedMailbox, AkkaInstrumentation.Mailbox"
              default-dispatcher.type = "AkkaInstrumentation.InstrumentedDispatcherConfigurator, AkkaInstrumentation.Dispatcher"
            }
            """);

        await AssertOneSpan(sdk, await Started(system, Echo.Props));
        AssertCounted(sdk, system);
    }

    [Fact]
    public async Task By_HOCON_for_one_actor_of_a_deployment_section()
    {
        using var sdk = new SdkRecorder();
        using var tracing = Tracing(sdk, builder => builder.AddAkkaInstrumentation());
        await using var system = Systems.WithIds(
            """
            akka.actor.deployment {
              /deployed {
                mailbox = akka.instrumentation.mailbox.unbounded
                dispatcher = akka.instrumentation.dispatcher.default
              }
            }
            """);

        await AssertOneSpan(sdk, await Started(system, Echo.Props, "deployed"));
        await AssertNoSpan(sdk, await Started(system, Echo.Props, "not-deployed"));
    }

    [Fact]
    public async Task By_Props()
    {
        using var sdk = new SdkRecorder();
        using var tracing = Tracing(sdk, builder => builder.AddAkkaInstrumentation());
        using var metrics = Metrics(sdk, builder => builder.AddAkkaInstrumentation());
        await using var system = Systems.WithIds();

        await AssertOneSpan(sdk, await Started(system, Echo.Props.WithInstrumentation()));
        await AssertNoSpan(sdk, await Started(system, Echo.Props));
        AssertCounted(sdk, system);
    }

    [Fact]
    public async Task By_Props_with_ids()
    {
        using var sdk = new SdkRecorder();
        using var tracing = Tracing(sdk, builder => builder.AddAkkaInstrumentation());
        await using var system = Systems.WithIds();
        var props = Echo.Props.WithMailbox(AkkaInstrumentationConfig.UnboundedMailboxId).WithDispatcher(AkkaInstrumentationConfig.DispatcherId);

        await AssertOneSpan(sdk, await Started(system, props));
    }

    private static TracerProvider Tracing(SdkRecorder sdk, Action<TracerProviderBuilder> add)
    {
        var builder = OpenTelemetry.Sdk.CreateTracerProviderBuilder().AddSource(Senders.Name);
        add(builder);
        sdk.Join(builder);
        return builder.Build();
    }

    private static MeterProvider Metrics(SdkRecorder sdk, Action<MeterProviderBuilder> add)
    {
        var builder = OpenTelemetry.Sdk.CreateMeterProviderBuilder();
        add(builder);
        sdk.Join(builder);
        return builder.Build();
    }

    private static async Task<IActorRef> Started(TestSystem system, Props props, string? name = null)
    {
        var actor = system.ActorOf(props, name);
        await actor.Ask<string>("started?");
        return actor;
    }

    private static async Task<Activity> Ask(IActorRef actor)
    {
        using var sender = Senders.StartActivity("sender")!;
        await actor.Ask<string>("work");
        return sender;
    }

    private static async Task AssertOneSpan(SdkRecorder sdk, IActorRef actor)
    {
        var sender = await Ask(actor);
        await Eventually.Equal(2, () => sdk.SpansOf(sender.TraceId).Count);
        var span = Assert.Single(sdk.SpansOf(sender.TraceId), span => span != sender);
        Assert.Equal((ActivityKind.Consumer, sender.SpanId), (span.Kind, span.ParentSpanId));
    }

    // an actor that is not instrumented has no late span to wait for: there is nothing that could start one
    private static async Task AssertNoSpan(SdkRecorder sdk, IActorRef actor)
    {
        var sender = await Ask(actor);
        Assert.Equal([sender], sdk.SpansOf(sender.TraceId));
    }

    private static void AssertCounted(SdkRecorder sdk, TestSystem system) =>
        Assert.Contains(sdk.Collect(), point => point.Metric == AkkaMetricNames.ActorMessages && point.Has(AkkaSpanAttributes.SystemName, system.Name));
}
