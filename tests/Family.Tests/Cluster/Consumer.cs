using Akka.Delivery;

namespace AkkaInstrumentation.Tests.Cluster;

internal sealed record Job(int Number, string Text);

/// <summary>Confirms each delivery, and notes the trace in which it came.</summary>
internal sealed class Consumer(IActorRef controller, ConcurrentDictionary<int, ActivityTraceId> found) : UntypedActor
{
    protected override void PreStart() => controller.Tell(new ConsumerController.Start<Job>(Self));

    protected override void OnReceive(object message)
    {
        if (message is ConsumerController.Delivery<Job> delivery)
        {
            found[delivery.Message.Number] = Activity.Current?.TraceId ?? default;
            delivery.ConfirmTo.Tell(ConsumerController.Confirmed.Instance);
        }
    }
}
