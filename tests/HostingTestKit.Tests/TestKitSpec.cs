using Akka.Hosting;
using Akka.TestKit;

namespace AkkaInstrumentation.Tests;

/// <summary>An application's tests with Akka.Hosting's test kit, of a system that is instrumented as in its host.</summary>
public sealed class TestKitSpec : Akka.Hosting.TestKit.TestKit
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(20);

    public TestKitSpec(ITestOutputHelper output)
        : base(output: output)
    {
    }

    [Fact]
    public async Task Probes_and_actors_of_the_host_are_one_trace()
    {
        var probe = CreateTestProbe("probe");
        var shop = await StartedShop();

        var flow = await Sys.TrackAsync(() => shop.Tell("order", probe.Ref), cancellationToken: TestContext.Current.CancellationToken);

        flow.ShouldBeOneTrace().ShouldHaveNoOrphans().ShouldPass("/user/shop", "/user/stock").ShouldHandleAtMost(2);
        await probe.ExpectMsgAsync("ordered", Limit, cancellationToken: TestContext.Current.CancellationToken);
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

        var flow = await Sys.TrackAsync(
            () =>
            {
                var current = Activity.Current;
                shop.Tell("order", TestActor);
                Assert.Same(current, Activity.Current);
            },
            cancellationToken: TestContext.Current.CancellationToken);

        Assert.Equal("TestKitSpec.Shop", Assert.Single(flow.ShouldHaveNoOrphans().Messages).ActorType);
        await ExpectMsgAsync("ordered", Limit, cancellationToken: TestContext.Current.CancellationToken);
    }

    protected override void ConfigureAkka(AkkaConfigurationBuilder builder, IServiceProvider provider) => builder
        .WithInstrumentation()
        .WithActors((system, registry) =>
        {
            var stock = system.ActorOf(Props.Create(() => new Stock()), "stock");
            registry.Register<Shop>(system.ActorOf(Props.Create(() => new Shop(stock)), "shop"));
        });

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
