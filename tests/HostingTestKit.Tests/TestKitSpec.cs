using System.Collections.Concurrent;
using System.Diagnostics;
using Akka.Actor;
using Akka.Hosting;
using Akka.TestKit;

namespace AkkaInstrumentation.Tests;

/// <summary>An application's tests with Akka.Hosting's test kit, of a system that is instrumented as in its host.</summary>
public sealed class TestKitSpec : Akka.Hosting.TestKit.TestKit
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(20);

    private readonly ConcurrentQueue<Activity> _stopped = new();
    private readonly Activity _root = new Activity("test").SetIdFormat(ActivityIdFormat.W3C);
    private readonly ActivityListener _listener;

    // The kit starts the system after this.
    public TestKitSpec(ITestOutputHelper output)
        : base(output: output)
    {
        _root.ActivityTraceFlags = ActivityTraceFlags.Recorded;
        _listener = new ActivityListener
        {
            ShouldListenTo = source => source.Name == AkkaTelemetry.SourceName,
            Sample = (ref ActivityCreationOptions<ActivityContext> options) =>
                options.TraceId == _root.TraceId ? ActivitySamplingResult.AllDataAndRecorded : ActivitySamplingResult.None,
            ActivityStopped = _stopped.Enqueue,
        };
        ActivitySource.AddActivityListener(_listener);
    }

    [Fact]
    public async Task Probes_and_actors_of_the_host_are_one_trace()
    {
        var probe = CreateTestProbe("probe");
        var shop = await StartedShop();
        _root.Start();
        shop.Tell("order", probe.Ref);

        await probe.ExpectMsgAsync("ordered", Limit, cancellationToken: TestContext.Current.CancellationToken);
        await AwaitAssertAsync(() => Assert.Equal(2, _stopped.Count), Limit, cancellationToken: TestContext.Current.CancellationToken);
        var asked = Assert.Single(_stopped, span => span.ParentSpanId == _root.SpanId);
        Assert.Equal("/user/shop", asked.GetTagItem("akka.actor.path"));
        Assert.Equal(asked.SpanId, Assert.Single(_stopped, span => span != asked).ParentSpanId);
    }

    [Fact]
    public async Task The_kits_own_expectations_work_as_without_instrumentation()
    {
        var shop = await StartedShop();
        Watch(shop);
        await EventFilter.Error(contains: "no such thing").ExpectOneAsync(
            Limit,
            () =>
            {
                shop.Tell("fail");
                return Task.CompletedTask;
            },
            TestContext.Current.CancellationToken);
        shop.Tell("order");
        await ExpectMsgAsync("ordered", Limit, cancellationToken: TestContext.Current.CancellationToken);
        Sys.Stop(shop);
        await ExpectTerminatedAsync(shop, Limit, cancellationToken: TestContext.Current.CancellationToken);
        await ExpectNoMsgAsync(TimeSpan.Zero, TestContext.Current.CancellationToken);
    }

    [Fact]
    public async Task An_actor_that_runs_on_the_tests_own_thread_has_a_span_and_leaves_the_tests_current()
    {
        var shop = ActorOfAsTestActorRef<Shop>(Props.Create(() => new Shop(TestActor)));
        _root.Start();
        shop.Tell("order", TestActor);

        Assert.Same(_root, Activity.Current);
        await ExpectMsgAsync("ordered", Limit, cancellationToken: TestContext.Current.CancellationToken);
        Assert.Contains(_stopped, span => span.ParentSpanId == _root.SpanId && "TestKitSpec.Shop".Equals(span.GetTagItem("akka.actor.type")));
    }

    protected override void ConfigureAkka(AkkaConfigurationBuilder builder, IServiceProvider provider) => builder
        .WithInstrumentation()
        .WithActors((system, registry) =>
        {
            var stock = system.ActorOf(Props.Create(() => new Stock()), "stock");
            registry.Register<Shop>(system.ActorOf(Props.Create(() => new Shop(stock)), "shop"));
        });

    protected override async Task AfterAllAsync()
    {
        await base.AfterAllAsync();
        _listener.Dispose();
        _root.Dispose();
    }

    private async Task<IActorRef> StartedShop()
    {
        var shop = await ActorRegistry.GetAsync<Shop>(TestContext.Current.CancellationToken);
        await shop.Ask<ActorIdentity>(new Identify("started"), Limit, TestContext.Current.CancellationToken);
        return shop;
    }

    private sealed class Shop : ReceiveActor
    {
        public Shop(IActorRef stock) => Receive<string>(order =>
        {
            if (order == "fail")
            {
                throw new InvalidOperationException("no such thing");
            }

            stock.Tell("ordered", Sender);
        });
    }

    private sealed class Stock : ReceiveActor
    {
        public Stock() => ReceiveAny(message => Sender.Forward(message));
    }
}
