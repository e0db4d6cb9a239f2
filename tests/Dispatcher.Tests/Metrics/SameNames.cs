namespace AkkaInstrumentation.Tests.Metrics.First
{
    internal sealed record Job;

    internal sealed class Worker : UntypedActor
    {
        protected override void OnReceive(object message) => Sender.Tell(message);
    }
}

namespace AkkaInstrumentation.Tests.Metrics.Second
{
    internal sealed record Job;

    internal sealed class Worker : UntypedActor
    {
        protected override void OnReceive(object message) => Sender.Tell(message);
    }
}
