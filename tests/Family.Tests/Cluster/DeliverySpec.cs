using Akka.Cluster.Sharding;
using Akka.Cluster.Sharding.Delivery;
using Akka.Delivery;
using Akka.Util;

namespace AkkaInstrumentation.Tests.Cluster;

/// <summary>
/// Reliable delivery to sharded entities: the controllers on both sides, and the adapters that they start, are infrastructure. They keep messages
/// until there is demand for them.
/// </summary>
public sealed class DeliverySpec
{
    private sealed class Producer(IActorRef controller, TaskCompletionSource<IActorRef> sendTo) : UntypedActor
    {
        protected override void PreStart() => controller.Tell(new ShardingProducerController.Start<Job>(Self));

        protected override void OnReceive(object message)
        {
            if (message is ShardingProducerController.RequestNext<Job> next)
            {
                sendTo.TrySetResult(next.SendNextTo);
            }
        }
    }

    private sealed class Extractor : HashCodeMessageExtractor
    {
        public Extractor()
            : base(10)
        {
        }

        public override string? EntityId(object message) => (message as ShardingEnvelope)?.EntityId;

        public override object? EntityMessage(object message) => message is ShardingEnvelope envelope ? envelope.Message : message;
    }

    [Fact]
    public async Task Each_delivery_is_in_the_trace_of_its_message_and_only_the_applications_actors_have_spans()
    {
        const int Jobs = 100;
        await using var system = await OneNode.Start();
        using var library = Recorded.Everything();
        var actors = new ConcurrentDictionary<string, int>();
        library.ActivityStarted = span => actors.AddOrUpdate(
            $"{span.GetTagItem(AkkaSpanAttributes.ActorSystemName)} {span.GetTagItem(AkkaSpanAttributes.ActorType)}", 1, (_, count) => count + 1);
        var found = new ConcurrentDictionary<int, ActivityTraceId>();
        var region = await ClusterSharding.Get(system.System).StartAsync(
            "jobs",
            _ => ShardingConsumerController.Create<Job>(
                controller => Props.Create(() => new Consumer(controller, found)), ShardingConsumerController.Settings.Create(system.System)),
            ClusterShardingSettings.Create(system.System),
            new Extractor());
        var controller = system.System.ActorOf(
            ShardingProducerController.Create<Job>("producer", region, Option<Props>.None, ShardingProducerController.Settings.Create(system.System)),
                "controller");
        var sendTo = new TaskCompletionSource<IActorRef>(TaskCreationOptions.RunContinuationsAsynchronously);
        system.System.ActorOf(Props.Create(() => new Producer(controller, sendTo)), "producer");
        var adapter = await Eventually.Within(sendTo.Task);

        var expected = new ActivityTraceId[Jobs];
        for (var i = 0; i < Jobs; i++)
        {
            using var root = Recorded.Root();
            expected[i] = root.TraceId;
            adapter.Tell(new ShardingEnvelope($"{i % 5}", new Job(i, "")), ActorRefs.NoSender);
        }

        await Eventually.Equal(Jobs, () => found.Count, TimeSpan.FromMinutes(1));
        Assert.Equal(expected, found.OrderBy(pair => pair.Key).Select(pair => pair.Value));
        Assert.Equal(
            ["Consumer", "DeliverySpec.Producer"],
            actors.Keys.Where(key => key.StartsWith(system.System.Name, StringComparison.Ordinal)).Select(key => key.Split(' ')[1]).Order());
    }
}
