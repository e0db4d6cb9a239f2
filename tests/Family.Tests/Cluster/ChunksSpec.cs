using Akka.Delivery;
using Akka.Util;

namespace AkkaInstrumentation.Tests.Cluster;

/// <summary>Reliable delivery that cuts messages into chunks. The consumer's controller makes another object of them.</summary>
public sealed class ChunksSpec
{
    private const int Jobs = 20;

    private sealed class Producer(IActorRef controller, Func<int, Activity> begins) : UntypedActor
    {
        private int _sent;

        protected override void PreStart() => controller.Tell(new ProducerController.Start<Job>(Self));

        protected override void OnReceive(object message)
        {
            if (message is ProducerController.RequestNext<Job> next && _sent < Jobs)
            {
                using var root = begins(_sent);
                next.SendNextTo.Tell(new Job(_sent++, new string('x', 1_000)));
            }
        }
    }

    /// <summary>With the smaller window, a message has more chunks than the consumer asks for at once. So some are sent when it asks again.</summary>
    [Theory]
    [InlineData(0, 50)]
    [InlineData(100, 50)]
    [InlineData(100, 4)]
    public async Task Each_delivery_is_in_the_trace_of_its_message(int chunk, int window)
    {
        await using var system = Systems.Instrumented();
        using var listener = Recorded.Everything();
        var (expected, found) = (new ConcurrentDictionary<int, ActivityTraceId>(), new ConcurrentDictionary<int, ActivityTraceId>());
        var consuming = system.System.ActorOf(
            ConsumerController.Create<Job>(system.System, Option<IActorRef>.None,
                ConsumerController.Settings.Create(system.System) with { FlowControlWindow = window }), "consuming");
        system.System.ActorOf(Props.Create(() => new Consumer(consuming, found)), "consumer");
        var producing = system.System.ActorOf(
            ProducerController.Create<Job>(
                system.System, "producer", Option<Props>.None,
                    ProducerController.Settings.Create(system.System) with { ChunkLargeMessagesBytes = chunk }),
            "producing");
        Func<int, Activity> begins = number =>
        {
            var root = Recorded.Root();
            expected[number] = root.TraceId;
            return root;
        };
        system.System.ActorOf(Props.Create(() => new Producer(producing, begins)), "producer");
        consuming.Tell(new ConsumerController.RegisterToProducerController<Job>(producing));

        await Eventually.Equal(Jobs, () => found.Count);
        Assert.Equal(expected.OrderBy(pair => pair.Key), found.OrderBy(pair => pair.Key));
    }
}
